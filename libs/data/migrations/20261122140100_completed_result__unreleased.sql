-- outside a transaction
-- For releases, and for the search every minute for what is to be released: it holds no result that students may see.
CREATE INDEX CONCURRENTLY IF NOT EXISTS completed_result__unreleased ON completed_result (course_id, exercise_id, submission_id)
  WHERE withdrawn_at IS NULL AND released_at IS NULL;
