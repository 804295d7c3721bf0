-- What must hold of assessments whatever the code does. A statement that breaks a rule fails with check_violation and the name of the rule.

CREATE FUNCTION assessment__guard_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF (NEW.id, NEW.submission_id, NEW.course_id, NEW.exercise_id, NEW.round, NEW.started_at)
    IS DISTINCT FROM (OLD.id, OLD.submission_id, OLD.course_id, OLD.exercise_id, OLD.round, OLD.started_at) THEN
    RAISE check_violation USING MESSAGE = 'an assessment keeps its submission', CONSTRAINT = 'assessment__submission__fixed', TABLE = 'assessment';
  END IF;
  IF NEW.revision NOT IN (OLD.revision, OLD.revision + 1) THEN
    RAISE check_violation USING MESSAGE = 'revisions rise one by one', CONSTRAINT = 'assessment__revision__rises', TABLE = 'assessment';
  END IF;
  IF NEW.revision = OLD.revision AND (NEW.scores::text, NEW.adjustment::text, NEW.private_note)
    IS DISTINCT FROM (OLD.scores::text, OLD.adjustment::text, OLD.private_note) THEN
    RAISE check_violation USING MESSAGE = 'what was judged changes with the revision', CONSTRAINT = 'assessment__judgement__revision', TABLE = 'assessment';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER assessment__guard_change BEFORE UPDATE ON assessment FOR EACH ROW EXECUTE FUNCTION assessment__guard_change();

-- A completed assessment has its result, and one in progress has none that stands. Both triggers run at the end of the transaction,
-- which writes both tables.
CREATE FUNCTION assessment__guard_result() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
DECLARE
  wrong uuid;
BEGIN
  SELECT assessment.id INTO wrong
  FROM assessment
  WHERE assessment.id = CASE TG_TABLE_NAME WHEN 'assessment' THEN NEW.id ELSE (to_jsonb(NEW) ->> 'assessment_id')::uuid END
    AND (assessment.state = 'completed') <> EXISTS (
      SELECT FROM completed_result
      WHERE completed_result.submission_id = assessment.submission_id AND completed_result.withdrawn_at IS NULL
    );
  IF wrong IS NOT NULL THEN
    RAISE check_violation USING MESSAGE = 'a completed assessment and no other has a result that stands',
      CONSTRAINT = 'assessment__state__result', TABLE = 'assessment';
  END IF;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER assessment__guard_result AFTER INSERT OR UPDATE OF state ON assessment
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION assessment__guard_result();
CREATE CONSTRAINT TRIGGER completed_result__guard_assessment AFTER INSERT OR UPDATE OF withdrawn_at ON completed_result
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION assessment__guard_result();

-- Keeps the copy of the lease by which claims choose.
CREATE FUNCTION assessment__hold() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE submission SET held_until = NEW.lease_until
  WHERE submission.submission_id = NEW.submission_id AND submission.held_until IS DISTINCT FROM NEW.lease_until;
  RETURN NULL;
END
$$;

CREATE TRIGGER assessment__hold AFTER INSERT OR UPDATE OF lease_until ON assessment FOR EACH ROW EXECUTE FUNCTION assessment__hold();

-- Only fixtures can be deleted, whoever asks.
CREATE TRIGGER assessment__guard_delete BEFORE DELETE ON assessment FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();

-- The document of a submission stays as long as its assessment; a student's own document may be deleted while it is a draft.
CREATE TRIGGER feedback__guard_delete BEFORE DELETE ON feedback FOR EACH ROW WHEN (OLD.submission_id IS NOT NULL)
  EXECUTE FUNCTION delivery__guard_delete();

-- What students may read was released, and stays so.
CREATE FUNCTION completed_result__guard_release() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'a release is not taken back', CONSTRAINT = 'completed_result__released_at__fixed', TABLE = 'completed_result';
END
$$;

CREATE TRIGGER completed_result__guard_release BEFORE UPDATE OF released_at ON completed_result FOR EACH ROW
  WHEN (OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at)
  EXECUTE FUNCTION completed_result__guard_release();

-- Trigger functions run without any right of the role that writes the table.
REVOKE EXECUTE ON FUNCTION assessment__guard_change(), assessment__guard_result(), assessment__hold(), completed_result__guard_release()
  FROM PUBLIC;
