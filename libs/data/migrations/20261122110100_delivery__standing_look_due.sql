-- outside a transaction
-- For the worker: what is to be looked up once more, and nothing of what was.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery__standing_look_due ON delivery (standing_look_at) WHERE standing_look_at IS NOT NULL;
