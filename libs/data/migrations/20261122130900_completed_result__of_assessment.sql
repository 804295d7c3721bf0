-- What a result froze of its assessment: by which words it was judged, and which feedback belongs to it.
ALTER TABLE completed_result
  ADD COLUMN assessment_id uuid,
  ADD COLUMN rubric_id uuid,
  ADD COLUMN rubric_version integer,
  ADD COLUMN rubric_wording integer,
  ADD COLUMN scores json,
  ADD COLUMN adjustment json,
  ADD COLUMN feedback_revision integer,
  -- From then on students may see it; it is never taken back.
  ADD COLUMN released_at timestamptz,
  ADD CONSTRAINT completed_result__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id)
    REFERENCES assessment (id, submission_id) NOT VALID,
  ADD CONSTRAINT completed_result__of_assessment CHECK (
    num_nonnulls(assessment_id, rubric_version, rubric_wording, scores, feedback_revision) IN (0, 5)) NOT VALID;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  -- An erasure empties the scores with the texts.
  EXECUTE format('GRANT UPDATE (released_at, scores, adjustment) ON completed_result TO %I', frontend);
END
$$;
