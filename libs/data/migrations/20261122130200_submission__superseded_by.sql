-- outside a transaction
-- For the reference, and to decide again what a deleted submission superseded.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submission__superseded_by ON submission (superseded_by) WHERE superseded_by IS NOT NULL;
