-- outside a transaction
-- For pages of the submissions of an exercise.
CREATE INDEX CONCURRENTLY IF NOT EXISTS snapshot_submission__exercise_id__submitted_at ON snapshot_submission (course_id, exercise_id, submitted_at, submission_id);
