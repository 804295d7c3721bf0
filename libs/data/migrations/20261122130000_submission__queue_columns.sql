-- What the queue asks of a submission without reading its assessment.
ALTER TABLE submission
  -- The newest registered submission of the exercise whose submitters include all of this one's, where the latest attempt alone is
  -- graded. It is decided when a submission is registered or deleted, not when it is read.
  ADD COLUMN superseded_by bigint,
  -- Until when somebody holds its assessment: a copy of assessment.lease_until, which a trigger keeps. A claim that had to wait for
  -- the row sees it, and takes another submission.
  ADD COLUMN held_until timestamptz,
  -- Whether it waits behind everything that nobody postponed.
  ADD COLUMN postponed boolean NOT NULL DEFAULT FALSE,
  ADD CONSTRAINT submission__superseded_by__other CHECK (superseded_by <> submission_id) NOT VALID,
  ADD CONSTRAINT submission__superseded_by__not_queued CHECK (superseded_by IS NULL OR NOT in_queue) NOT VALID,
  ADD CONSTRAINT submission__superseded_by__fkey FOREIGN KEY (superseded_by) REFERENCES submission (submission_id) NOT VALID;

DO $$
BEGIN
  EXECUTE format('GRANT UPDATE (superseded_by, held_until, postponed) ON submission TO %I', current_database() || '_frontend_internal');
END
$$;
