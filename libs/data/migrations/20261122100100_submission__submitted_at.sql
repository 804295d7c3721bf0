-- outside a transaction
-- For pages of all submissions of a course.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submission__submitted_at ON submission (course_id, submitted_at, submission_id);
