-- outside a transaction
-- For the results of an assessment.
CREATE INDEX CONCURRENTLY IF NOT EXISTS completed_result__assessment_id ON completed_result (assessment_id);
