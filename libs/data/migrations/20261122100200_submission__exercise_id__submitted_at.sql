-- outside a transaction
-- For pages of the submissions of an exercise, in the queue or not.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submission__exercise_id__submitted_at ON submission (course_id, exercise_id, submitted_at, submission_id);
