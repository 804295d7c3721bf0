-- A copy of submission_submitter, which triggers keep: with it an index has what waits of somebody, and not what is finished.
ALTER TABLE submission ADD COLUMN submitter_ids bigint[] NOT NULL DEFAULT '{}';
-- A claim or a save changes held_until, which no index has. A page with room takes the new row, and no index is written.
ALTER TABLE submission SET (fillfactor = 80);

CREATE FUNCTION submission_submitter__copy() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE submission SET submitter_ids = array_append(submission.submitter_ids, NEW.user_id)
    WHERE submission.submission_id = NEW.submission_id;
  ELSE
    UPDATE submission SET submitter_ids = array_remove(submission.submitter_ids, OLD.user_id)
    WHERE submission.submission_id = OLD.submission_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER submission_submitter__copy AFTER INSERT OR DELETE ON submission_submitter
  FOR EACH ROW EXECUTE FUNCTION submission_submitter__copy();
REVOKE EXECUTE ON FUNCTION submission_submitter__copy() FROM PUBLIC;

UPDATE submission
SET submitter_ids = ARRAY(
  SELECT submission_submitter.user_id FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
);

DO $$
BEGIN
  EXECUTE format('GRANT UPDATE (submitter_ids) ON submission TO %I', current_database() || '_frontend_internal');
END
$$;
