-- outside a transaction
-- For pages of all submissions of a course.
CREATE INDEX CONCURRENTLY IF NOT EXISTS snapshot_submission__submitted_at ON snapshot_submission (course_id, submitted_at, submission_id);
