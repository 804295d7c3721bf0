-- outside a transaction
-- For claims in the order `oldest`.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submission__queue_oldest ON submission (exercise_id, postponed, submitted_at, submission_id)
  WHERE in_queue;
