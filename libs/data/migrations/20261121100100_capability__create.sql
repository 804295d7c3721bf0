-- The callback URL of a submission. Whoever holds it can grade the submission and read every user of the site, so it is stored
-- sealed, and only the role that delivers grades may read even that.
CREATE TABLE capability (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  -- Null once erased; the row stays.
  sealed_url bytea,
  -- Of the key that sealed it; for counting alone, the sealed bytes say it too.
  key_id text NOT NULL,
  max_points integer NOT NULL,
  -- When this URL was registered, and whether one had been before.
  registered_at timestamptz NOT NULL,
  replaced boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a grade of the submission was delivered.
  used_at timestamptz,
  deleted_at timestamptz,
  fixture boolean NOT NULL,
  CONSTRAINT capability__pkey PRIMARY KEY (submission_id),
  CONSTRAINT capability__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id)
    REFERENCES submission (submission_id, course_id, exercise_id) ON DELETE CASCADE,
  CONSTRAINT capability__key_id__form CHECK (key_id ~ '^[a-z0-9-]{1,32}$'),
  CONSTRAINT capability__max_points__range CHECK (max_points >= 0),
  CONSTRAINT capability__expires_at__after_registered_at CHECK (expires_at > registered_at),
  CONSTRAINT capability__deleted_at__erased CHECK (deleted_at IS NULL OR sealed_url IS NULL)
);

CREATE INDEX capability__exercise_id ON capability (course_id, exercise_id, submission_id) WHERE deleted_at IS NULL;
-- For erasing what is over, without a look at what was erased long ago.
CREATE INDEX capability__expires_at ON capability (expires_at) WHERE sealed_url IS NOT NULL;
CREATE INDEX capability__used_at ON capability (used_at) WHERE sealed_url IS NOT NULL AND used_at IS NOT NULL;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON capability TO %I', current_database() || '_manual_grading');
  EXECUTE format(
    'GRANT SELECT (submission_id, course_id, exercise_id, key_id, max_points, registered_at, replaced, expires_at, used_at, '
      'deleted_at, fixture), UPDATE (used_at) ON capability TO %I',
    current_database() || '_frontend_internal');
END
$$;
