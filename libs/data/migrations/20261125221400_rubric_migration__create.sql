-- A plan to take assessments to another version of their rubric, which lives an hour.
CREATE TABLE rubric_migration (
  id uuid NOT NULL,
  rubric_id uuid NOT NULL,
  course_id bigint NOT NULL,
  to_version integer NOT NULL,
  -- The newest wording of the version when the plan began: by it the new results are rendered.
  to_wording integer NOT NULL,
  -- Of which exercise alone; null: of all.
  exercise_id bigint,
  include text[] NOT NULL,
  -- `planning` until all rows are there.
  state text NOT NULL,
  by_user_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  run_at timestamptz,
  CONSTRAINT rubric_migration__pkey PRIMARY KEY (id),
  CONSTRAINT rubric_migration__rubric_id__fkey FOREIGN KEY (rubric_id, course_id) REFERENCES rubric (rubric_id, course_id),
  CONSTRAINT rubric_migration__to_version__fkey FOREIGN KEY (rubric_id, to_version, to_wording)
    REFERENCES rubric_version (rubric_id, version, wording),
  CONSTRAINT rubric_migration__include__known CHECK (include <@ ARRAY['in_progress', 'completed'] AND cardinality(include) > 0),
  CONSTRAINT rubric_migration__state__known CHECK (state IN ('planning', 'ready', 'run')),
  CONSTRAINT rubric_migration__run_at CHECK ((state = 'run') = (run_at IS NOT NULL)),
  CONSTRAINT rubric_migration__by_user_id__range CHECK (by_user_id BETWEEN 1 AND 9007199254740991)
);

-- For removing those whose hour has passed.
CREATE INDEX rubric_migration__created_at ON rubric_migration (created_at);

-- What a plan makes of one assessment, as the run will write it.
CREATE TABLE rubric_migration_row (
  migration_id uuid NOT NULL,
  assessment_id uuid NOT NULL,
  submission_id bigint NOT NULL,
  -- What the plan was made of: the run changes nothing else.
  revision integer NOT NULL,
  -- The result that stood; null of one in progress.
  result_id uuid,
  from_version integer NOT NULL,
  effect text NOT NULL,
  -- Whether its grade was on its way, so that the run leaves it out; and whether it had arrived.
  is_blocked boolean NOT NULL,
  was_delivered boolean NOT NULL,
  points_before numeric NOT NULL,
  points_after numeric NOT NULL,
  max_points numeric NOT NULL,
  scores json NOT NULL,
  -- Which scores changed, by the ids of their criteria, and what was dropped: the first of it, and how much it is.
  changed_criteria text[] NOT NULL,
  dropped json NOT NULL,
  dropped_count integer NOT NULL,
  -- Of another result.
  feedback_html text,
  payload json,
  student_text json,
  -- The maximum before, whether the learning platform would show other points for it, and the parts of another result.
  max_points_before numeric,
  shown_changed boolean,
  parts json,
  CONSTRAINT rubric_migration_row__pkey PRIMARY KEY (migration_id, assessment_id),
  CONSTRAINT rubric_migration_row__migration_id__fkey FOREIGN KEY (migration_id) REFERENCES rubric_migration (id) ON DELETE CASCADE,
  CONSTRAINT rubric_migration_row__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id)
    REFERENCES assessment (id, submission_id) ON DELETE CASCADE,
  CONSTRAINT rubric_migration_row__effect__known CHECK (effect IN ('scores', 'version', 'result', 'reopened')),
  CONSTRAINT rubric_migration_row__result_id CHECK ((effect = 'scores') = (result_id IS NULL)),
  CONSTRAINT rubric_migration_row__texts CHECK (num_nonnulls(feedback_html, payload) = CASE effect WHEN 'result' THEN 2 ELSE 0 END)
);

-- For erasures, and for assessments that are deleted.
CREATE INDEX rubric_migration_row__assessment_id ON rubric_migration_row (assessment_id);
CREATE INDEX rubric_migration_row__submission_id ON rubric_migration_row (submission_id);

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (state, run_at) ON rubric_migration TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON rubric_migration_row TO %I', frontend);
END
$$;
