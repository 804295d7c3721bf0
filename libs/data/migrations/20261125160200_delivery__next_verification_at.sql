-- outside a transaction
-- For verifications of ambiguous and of cancelled deliveries. delivery__verifications_due serves the previous release.
CREATE INDEX CONCURRENTLY IF NOT EXISTS delivery__next_verification_at ON delivery (next_verification_at)
  WHERE next_verification_at IS NOT NULL;
