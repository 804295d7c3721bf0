-- outside a transaction
-- For the worker: what is to be looked up once more, and nothing of what was.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery__standing_verification_due ON delivery (standing_verification_at) WHERE standing_verification_at IS NOT NULL;
