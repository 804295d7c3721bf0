-- outside a transaction
-- For the counts of the grades of each exercise, which need nothing else of these wide rows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS completed_result__of_exercise ON completed_result (course_id, exercise_id, submission_id)
  INCLUDE (id, released_at) WHERE withdrawn_at IS NULL;
