-- outside a transaction
-- For claims in the order `bands`: by day, and inside a day in an order that looks random and is always the same.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submission__queue_bands ON submission (
  exercise_id, postponed, ((submitted_at AT TIME ZONE 'UTC')::date), hashint8extended(submission_id, 0), submission_id
) WHERE in_queue;
