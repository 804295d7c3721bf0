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

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (state, run_at) ON rubric_migration TO %I',
    current_database() || '_frontend_internal');
END
$$;
