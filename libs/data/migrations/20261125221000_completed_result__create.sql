-- What a completed assessment froze: the points, and the texts that go to the learning platform with them.
CREATE TABLE completed_result (
  id uuid NOT NULL,
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  points numeric NOT NULL,
  -- The maximum of the result, which can differ from that of the exercise.
  max_points numeric NOT NULL,
  feedback_html text NOT NULL,
  -- What students may see of how the points came about. json, not jsonb: what was written is what is sent.
  payload json NOT NULL,
  -- Upstream id of the grader; null where no person made it.
  created_by bigint,
  created_at timestamptz NOT NULL,
  -- When the assessment was opened again; from then on the result does not count.
  withdrawn_at timestamptz,
  fixture boolean NOT NULL,
  -- By which words it was judged, and which feedback belongs to it.
  assessment_id uuid NOT NULL,
  rubric_id uuid,
  rubric_version integer NOT NULL,
  rubric_wording integer NOT NULL,
  scores json NOT NULL,
  adjustment json,
  feedback_revision integer NOT NULL,
  -- From then on students may see it; it is never taken back.
  released_at timestamptz,
  -- What students read of the result.
  student_text json,
  -- What adds up to the points.
  parts json,
  CONSTRAINT completed_result__pkey PRIMARY KEY (id),
  CONSTRAINT completed_result__of_submission__key UNIQUE (id, submission_id),
  CONSTRAINT completed_result__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id)
    REFERENCES submission (submission_id, course_id, exercise_id),
  CONSTRAINT completed_result__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id)
    REFERENCES assessment (id, submission_id),
  CONSTRAINT completed_result__points__range CHECK (points BETWEEN 0 AND max_points),
  CONSTRAINT completed_result__points__two_decimals CHECK (scale(points) <= 2 AND scale(max_points) <= 2),
  CONSTRAINT completed_result__max_points__range CHECK (max_points <= 1000000)
);

CREATE UNIQUE INDEX completed_result__standing ON completed_result (submission_id) WHERE withdrawn_at IS NULL;
CREATE INDEX completed_result__submission_id ON completed_result (submission_id);
-- For the results of an assessment.
CREATE INDEX completed_result__assessment_id ON completed_result (assessment_id);
-- For releases, and for the search every minute for what is to be released: it holds no result that students may see.
CREATE INDEX completed_result__unreleased ON completed_result (course_id, exercise_id, submission_id)
  WHERE withdrawn_at IS NULL AND released_at IS NULL;
-- For the newest result of a submission that was released.
CREATE INDEX completed_result__released ON completed_result (submission_id, created_at, id) WHERE released_at IS NOT NULL;
-- For the counts of the grades of each exercise, which need nothing else of these wide rows.
CREATE INDEX completed_result__of_exercise ON completed_result (course_id, exercise_id, submission_id)
  INCLUDE (id, released_at) WHERE withdrawn_at IS NULL;

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

-- What students may read was released, and stays so.
CREATE FUNCTION completed_result__guard_release() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'a release is not taken back', CONSTRAINT = 'completed_result__released_at__fixed', TABLE = 'completed_result';
END
$$;

CREATE TRIGGER completed_result__guard_release BEFORE UPDATE OF released_at ON completed_result FOR EACH ROW
  WHEN (OLD.released_at IS NOT NULL AND NEW.released_at IS DISTINCT FROM OLD.released_at)
  EXECUTE FUNCTION completed_result__guard_release();

CREATE TRIGGER completed_result__guard_delete BEFORE DELETE ON completed_result FOR EACH ROW
  EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER completed_result__guard_fixture BEFORE UPDATE OF fixture ON completed_result FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();

-- Trigger functions run without any right of the role that writes the table.
REVOKE EXECUTE ON FUNCTION assessment__guard_result(), completed_result__guard_release() FROM PUBLIC;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE (fixture), DELETE ON completed_result TO %I', grading);
  -- An erasure empties the texts, the scores and the parts.
  EXECUTE format(
    'GRANT SELECT, INSERT, UPDATE (feedback_html, payload, withdrawn_at, scores, adjustment, released_at, student_text, '
      'parts) ON completed_result TO %I', frontend);
END
$$;
