-- outside a transaction
-- For a submission whose course is not known.
CREATE INDEX CONCURRENTLY IF NOT EXISTS snapshot_submission__submission_id ON snapshot_submission (submission_id);
