-- Submissions that are, or were, in the queue of an exercise that is graded by hand.
CREATE TABLE submission (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamptz NOT NULL,
  language text NOT NULL,
  -- Which of its submitters' submissions it is.
  attempt integer NOT NULL,
  -- The maximum of the exercise as the last registration of the submission told it, and when that was.
  max_points integer NOT NULL,
  max_points_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The points of automatic checks.
  auto_points numeric,
  -- Whether it waits for an assessment; an exercise that left the settings hides it without changing this.
  in_queue boolean NOT NULL,
  -- Whether it is a fixture: the fixture tooling may delete what was derived from it.
  fixture boolean NOT NULL,
  registered_at timestamptz NOT NULL,
  -- The newest registered submission of the exercise whose submitters include all of this one's, where the latest attempt alone is
  -- graded. It is decided when a submission is registered or deleted, not when it is read.
  superseded_by bigint,
  -- Whether the learning platform does not count it, as it last said: then it supersedes nothing.
  uncounted boolean NOT NULL DEFAULT FALSE,
  -- Until when somebody holds its assessment: a copy of assessment.lease_until, which a trigger keeps. A claim that had to wait for
  -- the row sees it, and takes another submission.
  held_until timestamptz,
  -- When its grader postponed it, a copy of assessment.postponed_at: it waits behind everything that nobody postponed, and behind what
  -- was postponed before. Null: it is not postponed.
  postponed_at timestamptz,
  -- Since when it is known that the learning platform no longer has it; null while it does. What was read from there before that time
  -- proves nothing.
  gone_at timestamptz,
  gone boolean GENERATED ALWAYS AS (gone_at IS NOT NULL) STORED,
  -- A copy of submission_submitter, which triggers keep: with it an index has what waits of somebody, and not what is finished.
  submitter_ids bigint[] NOT NULL DEFAULT '{}',
  CONSTRAINT submission__pkey PRIMARY KEY (submission_id),
  -- For references that keep course and exercise the same everywhere.
  CONSTRAINT submission__whole_key UNIQUE (submission_id, course_id, exercise_id),
  CONSTRAINT submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT submission__submission_id__range CHECK (submission_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT submission__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT submission__attempt__range CHECK (attempt >= 1),
  CONSTRAINT submission__max_points__range CHECK (max_points >= 0),
  CONSTRAINT submission__language__length CHECK (length(language) BETWEEN 1 AND 35),
  -- A cursor is a time in milliseconds: a row between two of them would be on two pages, or on none.
  CONSTRAINT submission__submitted_at__milliseconds CHECK (submitted_at = date_trunc('milliseconds', submitted_at)),
  CONSTRAINT submission__superseded_by__other CHECK (superseded_by <> submission_id),
  CONSTRAINT submission__superseded_by__not_queued CHECK (superseded_by IS NULL OR NOT in_queue),
  CONSTRAINT submission__gone__not_queued CHECK (gone_at IS NULL OR NOT in_queue),
  CONSTRAINT submission__gone__not_fixture CHECK (gone_at IS NULL OR NOT fixture),
  CONSTRAINT submission__superseded_by__fkey FOREIGN KEY (superseded_by) REFERENCES submission (submission_id)
-- A claim or a save changes held_until, which no index has. A page with room takes the new row, and no index is written.
) WITH (fillfactor = 80);

CREATE INDEX submission__queue ON submission (course_id, exercise_id, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__exercise_id ON submission (course_id, exercise_id, submission_id);
-- For the registration of an exercise that told its maximum last.
CREATE INDEX submission__max_points_at ON submission (course_id, exercise_id, max_points_at);
-- For pages of all submissions of a course, and of those of an exercise, in the queue or not.
CREATE INDEX submission__submitted_at ON submission (course_id, submitted_at, submission_id);
CREATE INDEX submission__exercise_id__submitted_at ON submission (course_id, exercise_id, submitted_at, submission_id);
-- For the reference, and to decide again what a deleted submission superseded.
CREATE INDEX submission__superseded_by ON submission (superseded_by) WHERE superseded_by IS NOT NULL;
-- For claims in the order `oldest`: of everything, and of a language.
CREATE INDEX submission__queue_oldest ON submission (exercise_id, postponed_at NULLS FIRST, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__queue_language_oldest ON submission (
  exercise_id, language, postponed_at NULLS FIRST, submitted_at, submission_id
) WHERE in_queue;
-- For claims in the order `bands`: by day, and inside a day in an order that looks random and is always the same.
CREATE INDEX submission__queue_bands ON submission (
  exercise_id, postponed_at NULLS FIRST, ((submitted_at AT TIME ZONE 'UTC')::date), hashint8extended(submission_id, 0), submission_id
) WHERE in_queue;
CREATE INDEX submission__queue_language_bands ON submission (
  exercise_id, language, postponed_at NULLS FIRST, ((submitted_at AT TIME ZONE 'UTC')::date), hashint8extended(submission_id, 0),
  submission_id
) WHERE in_queue;
-- For claims by graders with tags: what waits of some students in a language. A claim reads it at once, so nothing is kept in a
-- pending list.
CREATE INDEX submission__queue_submitters ON submission USING gin (language, submitter_ids) WITH (fastupdate = off) WHERE in_queue;

CREATE TABLE submission_submitter (
  submission_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT submission_submitter__pkey PRIMARY KEY (submission_id, user_id),
  CONSTRAINT submission_submitter__submission_id__fkey FOREIGN KEY (submission_id)
    REFERENCES submission (submission_id) ON DELETE CASCADE,
  CONSTRAINT submission_submitter__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991)
);

CREATE INDEX submission_submitter__user_id ON submission_submitter (user_id, submission_id);

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
  -- Whether a grade can still be sent with the URL, for services that may not read the URL itself. An unused one also expires.
  deliverable boolean GENERATED ALWAYS AS (sealed_url IS NOT NULL AND deleted_at IS NULL) STORED,
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

-- What is not a fixture never becomes one, whoever asks: otherwise a role that may write `fixture` could delete real work.
CREATE FUNCTION submission__guard_fixture() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'real work never becomes a fixture', CONSTRAINT = TG_TABLE_NAME || '__fixture__given_up',
    TABLE = TG_TABLE_NAME;
END
$$;

CREATE TRIGGER submission__guard_fixture BEFORE UPDATE OF fixture ON submission FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER capability__guard_fixture BEFORE UPDATE OF fixture ON capability FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();

-- Only fixtures can be deleted, whoever asks: of deliveries, and of what leads to them.
CREATE FUNCTION delivery__guard_delete() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT OLD.fixture THEN
    RAISE check_violation USING MESSAGE = 'only fixtures can be deleted', CONSTRAINT = TG_TABLE_NAME || '__kept', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$$;

-- Trigger functions run without any right of the role that writes the table.
REVOKE EXECUTE ON FUNCTION submission_submitter__copy(), submission__guard_fixture(), delivery__guard_delete() FROM PUBLIC;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON submission TO %I', grading);
  EXECUTE format(
    'GRANT SELECT, UPDATE (in_queue, superseded_by, uncounted, held_until, postponed_at, gone_at, submitter_ids) ON submission TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON submission_submitter TO %I, %I', grading, frontend);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON capability TO %I', grading);
  EXECUTE format(
    'GRANT SELECT (submission_id, course_id, exercise_id, key_id, max_points, registered_at, replaced, expires_at, '
      'used_at, deleted_at, fixture, deliverable), UPDATE (used_at) ON capability TO %I', frontend);
END
$$;
