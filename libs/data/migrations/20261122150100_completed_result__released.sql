-- outside a transaction
-- For the newest result of a submission that was released.
CREATE INDEX CONCURRENTLY IF NOT EXISTS completed_result__released ON completed_result (submission_id, created_at, id) WHERE released_at IS NOT NULL;
