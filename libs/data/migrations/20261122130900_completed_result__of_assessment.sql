-- What a result froze of its assessment: by which words it was judged, and which feedback belongs to it. No release has this table yet, so
-- it has no row.
-- squawk-ignore-file adding-required-field
ALTER TABLE completed_result
  ADD COLUMN assessment_id uuid NOT NULL,
  ADD COLUMN rubric_id uuid,
  ADD COLUMN rubric_version integer NOT NULL,
  ADD COLUMN rubric_wording integer NOT NULL,
  ADD COLUMN scores json NOT NULL,
  ADD COLUMN adjustment json,
  ADD COLUMN feedback_revision integer NOT NULL,
  -- From then on students may see it; it is never taken back.
  ADD COLUMN released_at timestamptz,
  ADD CONSTRAINT completed_result__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id)
    REFERENCES assessment (id, submission_id) NOT VALID;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  -- An erasure empties the scores with the texts.
  EXECUTE format('GRANT UPDATE (released_at, scores, adjustment) ON completed_result TO %I', frontend);
END
$$;
