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
  CONSTRAINT completed_result__pkey PRIMARY KEY (id),
  CONSTRAINT completed_result__of_submission__key UNIQUE (id, submission_id),
  CONSTRAINT completed_result__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id)
    REFERENCES submission (submission_id, course_id, exercise_id),
  CONSTRAINT completed_result__points__range CHECK (points BETWEEN 0 AND max_points),
  CONSTRAINT completed_result__points__two_decimals CHECK (scale(points) <= 2 AND scale(max_points) <= 2),
  CONSTRAINT completed_result__max_points__range CHECK (max_points <= 1000000)
);

CREATE UNIQUE INDEX completed_result__standing ON completed_result (submission_id) WHERE withdrawn_at IS NULL;
CREATE INDEX completed_result__submission_id ON completed_result (submission_id);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE (fixture), DELETE ON completed_result TO %I',
    current_database() || '_manual_grading');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (withdrawn_at, feedback_html, payload) ON completed_result TO %I',
    current_database() || '_frontend_internal');
END
$$;
