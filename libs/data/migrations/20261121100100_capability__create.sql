-- The callback URL of a submission. Whoever holds it can grade the submission and read every user of the site, so it is stored
-- sealed, and only the role that delivers grades may read even that.
CREATE TABLE capability (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  -- Null once erased; the row stays.
  sealed_url bytea,
  -- Id of the key that sealed it. Only for counting: the sealed bytes hold it too.
  key_id text NOT NULL,
  -- A digest of the URL's origin, so that a worker can leave out deliveries to an origin that has no free slot. The origin itself
  -- is only in the sealed URL.
  origin_digest bytea NOT NULL,
  max_points integer NOT NULL,
  -- When this URL was registered, and whether the submission had one before.
  registered_at timestamptz NOT NULL,
  replaced boolean NOT NULL,
  -- Nothing is sent before this time: when a submission comes back from the grading service, the learning platform rewrites the
  -- whole submission and loses a grade that was delivered meanwhile.
  settle_until timestamptz NOT NULL,
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
-- For erasing what has expired, without reading what was erased long ago.
CREATE INDEX capability__expires_at ON capability (expires_at) WHERE sealed_url IS NOT NULL;
CREATE INDEX capability__used_at ON capability (used_at) WHERE sealed_url IS NOT NULL AND used_at IS NOT NULL;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON capability TO %I', current_database() || '_manual_grading');
  EXECUTE format(
    'GRANT SELECT (submission_id, course_id, exercise_id, key_id, max_points, registered_at, replaced, expires_at, used_at, '
      'deleted_at, fixture), UPDATE (used_at) ON capability TO %I',
    current_database() || '_frontend_internal');
END
$$;
