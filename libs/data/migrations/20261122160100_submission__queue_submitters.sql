-- outside a transaction
-- For claims by graders with tags: what waits of some students. A claim reads it at once, so nothing is kept in a pending list.
CREATE INDEX CONCURRENTLY IF NOT EXISTS submission__queue_submitters ON submission USING gin (submitter_ids) WITH (fastupdate = off)
  WHERE in_queue;
