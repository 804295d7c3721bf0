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
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON rubric_migration_row TO %I', current_database() || '_frontend_internal');
END
$$;
