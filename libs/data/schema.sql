-- As the catalogs describe it. Written by `pnpm --filter @course-grading/data dump-schema`, never by hand.

CREATE TABLE assessment (
  id uuid NOT NULL,
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  round integer NOT NULL,
  state text NOT NULL,
  revision integer NOT NULL,
  grader_id bigint NOT NULL,
  holder_id bigint,
  claimed_at timestamp with time zone,
  lease_until timestamp with time zone,
  is_offered boolean NOT NULL DEFAULT false,
  rubric_id uuid,
  rubric_version integer NOT NULL,
  max_points bigint,
  rubric_wording integer,
  scores json NOT NULL,
  adjustment json,
  private_note text NOT NULL,
  part_revisions json NOT NULL,
  points numeric NOT NULL,
  postponed_note text,
  postponed_at timestamp with time zone,
  started_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  saved_at timestamp with time zone,
  completed_at timestamp with time zone,
  fixture boolean NOT NULL,
  CONSTRAINT assessment__pkey PRIMARY KEY (id),
  CONSTRAINT assessment__of_submission__key UNIQUE (id, submission_id),
  CONSTRAINT assessment__submission_id__round UNIQUE (submission_id, round),
  CONSTRAINT assessment__completed CHECK ((num_nonnulls(completed_at, rubric_wording) =
CASE state
    WHEN 'completed'::text THEN 2
    ELSE 0
END)),
  CONSTRAINT assessment__holder_id__in_progress CHECK (((state = 'in_progress'::text) OR (holder_id IS NULL))),
  CONSTRAINT assessment__holder_id__lease CHECK ((num_nonnulls(holder_id, claimed_at, lease_until) = ANY (ARRAY[0, 3]))),
  CONSTRAINT assessment__is_offered__held CHECK (((NOT is_offered) OR (holder_id IS NOT NULL))),
  CONSTRAINT assessment__judgement__size CHECK ((((octet_length((scores)::text) + COALESCE(octet_length((adjustment)::text), 0)) + octet_length(private_note)) <= 800000)),
  CONSTRAINT assessment__max_points__built_in CHECK (((max_points IS NULL) OR ((rubric_id IS NULL) AND (max_points >= 0)))),
  CONSTRAINT assessment__points__two_decimals CHECK ((((points >= (0)::numeric) AND (points <= (1000000)::numeric)) AND (scale(points) <= 2))),
  CONSTRAINT assessment__postponed CHECK ((num_nonnulls(postponed_note, postponed_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT assessment__postponed_note__length CHECK (((length(postponed_note) >= 1) AND (length(postponed_note) <= 500))),
  CONSTRAINT assessment__revision__range CHECK ((revision >= 1)),
  CONSTRAINT assessment__round__first CHECK ((round = 1)),
  CONSTRAINT assessment__rubric_version__built_in CHECK (((rubric_id IS NULL) = (rubric_version = 0))),
  CONSTRAINT assessment__state__known CHECK ((state = ANY (ARRAY['in_progress'::text, 'completed'::text]))),
  CONSTRAINT assessment__rubric_id__fkey FOREIGN KEY (rubric_id, course_id) REFERENCES rubric(rubric_id, course_id),
  CONSTRAINT assessment__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id) REFERENCES submission(submission_id, course_id, exercise_id)
);
CREATE INDEX assessment__completed ON public.assessment USING btree (grader_id, course_id, exercise_id) WHERE (state = 'completed'::text);
CREATE INDEX assessment__exercise_id ON public.assessment USING btree (course_id, exercise_id, submission_id);
CREATE INDEX assessment__grader_id ON public.assessment USING btree (grader_id) WHERE (state = 'in_progress'::text);
CREATE INDEX assessment__holder_id ON public.assessment USING btree (holder_id, exercise_id) WHERE (holder_id IS NOT NULL);
CREATE INDEX assessment__rubric_id ON public.assessment USING btree (rubric_id, rubric_version) WHERE (rubric_id IS NOT NULL);
CREATE TRIGGER assessment__guard_change BEFORE UPDATE ON public.assessment FOR EACH ROW EXECUTE FUNCTION assessment__guard_change();
CREATE TRIGGER assessment__guard_delete BEFORE DELETE ON public.assessment FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER assessment__guard_fixture BEFORE UPDATE OF fixture ON public.assessment FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
CREATE CONSTRAINT TRIGGER assessment__guard_result AFTER INSERT OR UPDATE OF state ON public.assessment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION assessment__guard_result();
CREATE TRIGGER assessment__hold AFTER INSERT OR UPDATE OF lease_until ON public.assessment FOR EACH ROW EXECUTE FUNCTION assessment__hold();
GRANT INSERT, SELECT ON assessment TO frontend_internal;
GRANT DELETE ON assessment TO manual_grading;
GRANT UPDATE (state, revision, grader_id, holder_id, claimed_at, lease_until, is_offered, rubric_id, rubric_version, max_points, rubric_wording, scores, adjustment, private_note, part_revisions, points, postponed_note, postponed_at, updated_at, saved_at, completed_at) ON assessment TO frontend_internal;
GRANT SELECT (id, submission_id, course_id, exercise_id, round, state, revision, holder_id, points, fixture) ON assessment TO manual_grading;
GRANT UPDATE (holder_id, claimed_at, lease_until, is_offered, updated_at, fixture) ON assessment TO manual_grading;

CREATE TABLE assessment_event (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  assessment_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  event text NOT NULL,
  by_user_id bigint,
  from_revision integer NOT NULL,
  to_revision integer NOT NULL,
  points_before numeric NOT NULL,
  points_after numeric NOT NULL,
  reason text,
  judgement json,
  before_submitter_ids bigint[],
  after_submitter_ids bigint[],
  CONSTRAINT assessment_event__pkey PRIMARY KEY (id),
  CONSTRAINT assessment_event__event__known CHECK ((event = ANY (ARRAY['claimed'::text, 'saved'::text, 'feedback_saved'::text, 'handed_back'::text, 'postponed'::text, 'taken_over'::text, 'restarted'::text, 'completed'::text, 'reopened'::text, 'released'::text, 'migrated'::text, 'revealed'::text, 'superseded'::text, 'submitters_changed'::text]))),
  CONSTRAINT assessment_event__reason__length CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT assessment_event__revisions CHECK (((from_revision >= 1) AND (from_revision <= to_revision))),
  CONSTRAINT assessment_event__submitters CHECK (((num_nonnulls(before_submitter_ids, after_submitter_ids) = 0) OR ((event = 'submitters_changed'::text) AND (num_nonnulls(before_submitter_ids, after_submitter_ids) = 2)))),
  CONSTRAINT assessment_event__assessment_id__fkey FOREIGN KEY (assessment_id) REFERENCES assessment(id) ON DELETE CASCADE
);
CREATE INDEX assessment_event__assessment_id ON public.assessment_event USING btree (assessment_id, id);
CREATE INDEX assessment_event__before_submitter_ids ON public.assessment_event USING btree (assessment_id) WHERE (before_submitter_ids IS NOT NULL);
GRANT INSERT, SELECT ON assessment_event TO frontend_internal;
GRANT INSERT ON assessment_event TO manual_grading;
GRANT UPDATE (to_revision, points_after, reason, judgement, before_submitter_ids, after_submitter_ids) ON assessment_event TO frontend_internal;

CREATE TABLE capability (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  sealed_url bytea,
  key_id text NOT NULL,
  origin_digest bytea NOT NULL,
  max_points integer NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  replaced boolean NOT NULL,
  settle_until timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  used_at timestamp with time zone,
  deleted_at timestamp with time zone,
  fixture boolean NOT NULL,
  deliverable boolean GENERATED ALWAYS AS (((sealed_url IS NOT NULL) AND (deleted_at IS NULL))) STORED,
  CONSTRAINT capability__pkey PRIMARY KEY (submission_id),
  CONSTRAINT capability__deleted_at__erased CHECK (((deleted_at IS NULL) OR (sealed_url IS NULL))),
  CONSTRAINT capability__expires_at__after_registered_at CHECK ((expires_at > registered_at)),
  CONSTRAINT capability__key_id__form CHECK ((key_id ~ '^[a-z0-9-]{1,32}$'::text)),
  CONSTRAINT capability__max_points__range CHECK ((max_points >= 0)),
  CONSTRAINT capability__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id) REFERENCES submission(submission_id, course_id, exercise_id) ON DELETE CASCADE
);
CREATE INDEX capability__exercise_id ON public.capability USING btree (course_id, exercise_id, submission_id) WHERE (deleted_at IS NULL);
CREATE INDEX capability__expires_at ON public.capability USING btree (expires_at) WHERE (sealed_url IS NOT NULL);
CREATE INDEX capability__used_at ON public.capability USING btree (used_at) WHERE ((sealed_url IS NOT NULL) AND (used_at IS NOT NULL));
CREATE TRIGGER capability__guard_fixture BEFORE UPDATE OF fixture ON public.capability FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
GRANT INSERT, SELECT, UPDATE ON capability TO manual_grading;
GRANT SELECT (submission_id, course_id, exercise_id, key_id, max_points, registered_at, replaced, expires_at, used_at, deleted_at, fixture, deliverable) ON capability TO frontend_internal;
GRANT UPDATE (used_at) ON capability TO frontend_internal;

CREATE TABLE completed_result (
  id uuid NOT NULL,
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  points numeric NOT NULL,
  max_points numeric NOT NULL,
  feedback_html text NOT NULL,
  payload json NOT NULL,
  created_by bigint,
  created_at timestamp with time zone NOT NULL,
  withdrawn_at timestamp with time zone,
  fixture boolean NOT NULL,
  assessment_id uuid NOT NULL,
  rubric_id uuid,
  rubric_version integer NOT NULL,
  rubric_wording integer NOT NULL,
  scores json NOT NULL,
  adjustment json,
  feedback_revision integer NOT NULL,
  released_at timestamp with time zone,
  student_text json,
  parts json,
  CONSTRAINT completed_result__pkey PRIMARY KEY (id),
  CONSTRAINT completed_result__of_submission__key UNIQUE (id, submission_id),
  CONSTRAINT completed_result__max_points__range CHECK ((max_points <= (1000000)::numeric)),
  CONSTRAINT completed_result__points__range CHECK (((points >= (0)::numeric) AND (points <= max_points))),
  CONSTRAINT completed_result__points__two_decimals CHECK (((scale(points) <= 2) AND (scale(max_points) <= 2))),
  CONSTRAINT completed_result__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id) REFERENCES assessment(id, submission_id),
  CONSTRAINT completed_result__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id) REFERENCES submission(submission_id, course_id, exercise_id)
);
CREATE INDEX completed_result__assessment_id ON public.completed_result USING btree (assessment_id);
CREATE INDEX completed_result__of_exercise ON public.completed_result USING btree (course_id, exercise_id, submission_id) INCLUDE (id, released_at) WHERE (withdrawn_at IS NULL);
CREATE INDEX completed_result__released ON public.completed_result USING btree (submission_id, created_at, id) WHERE (released_at IS NOT NULL);
CREATE UNIQUE INDEX completed_result__standing ON public.completed_result USING btree (submission_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX completed_result__submission_id ON public.completed_result USING btree (submission_id);
CREATE INDEX completed_result__unreleased ON public.completed_result USING btree (course_id, exercise_id, submission_id) WHERE ((withdrawn_at IS NULL) AND (released_at IS NULL));
CREATE CONSTRAINT TRIGGER completed_result__guard_assessment AFTER INSERT OR UPDATE OF withdrawn_at ON public.completed_result DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION assessment__guard_result();
CREATE TRIGGER completed_result__guard_delete BEFORE DELETE ON public.completed_result FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER completed_result__guard_fixture BEFORE UPDATE OF fixture ON public.completed_result FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER completed_result__guard_release BEFORE UPDATE OF released_at ON public.completed_result FOR EACH ROW WHEN (((old.released_at IS NOT NULL) AND (new.released_at IS DISTINCT FROM old.released_at))) EXECUTE FUNCTION completed_result__guard_release();
GRANT INSERT, SELECT ON completed_result TO frontend_internal;
GRANT DELETE, SELECT ON completed_result TO manual_grading;
GRANT UPDATE (feedback_html, payload, withdrawn_at, scores, adjustment, released_at, student_text, parts) ON completed_result TO frontend_internal;
GRANT UPDATE (fixture) ON completed_result TO manual_grading;

CREATE TABLE course_erased_person (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  erased_at timestamp with time zone NOT NULL,
  CONSTRAINT course_erased_person__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT course_erased_person__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_erased_person__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint)))
);
GRANT INSERT, SELECT ON course_erased_person TO frontend_internal;
GRANT DELETE, SELECT ON course_erased_person TO manual_grading;

CREATE TABLE course_settings (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  document json NOT NULL,
  slug text NOT NULL GENERATED ALWAYS AS ((document ->> 'slug'::text)) STORED,
  name text NOT NULL GENERATED ALWAYS AS ((document ->> 'name'::text)) STORED,
  listed boolean NOT NULL GENERATED ALWAYS AS (((document ->> 'listed'::text))::boolean) STORED,
  grader_ids bigint[] NOT NULL GENERATED ALWAYS AS (course_settings__grader_ids(document)) STORED,
  languages text[] NOT NULL GENERATED ALWAYS AS (course_settings__languages(document)) STORED,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT course_settings__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_settings__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_settings__document__course_id CHECK ((NOT (((document ->> 'courseId'::text))::bigint IS DISTINCT FROM course_id))),
  CONSTRAINT course_settings__document__names_own CHECK (course_settings__names_own((document)::jsonb)),
  CONSTRAINT course_settings__document__revision CHECK ((NOT (((document ->> 'revision'::text))::integer IS DISTINCT FROM revision))),
  CONSTRAINT course_settings__revision__range CHECK ((revision >= 1)),
  CONSTRAINT course_settings__slug__fkey FOREIGN KEY (slug, course_id) REFERENCES course_slug(slug, course_id)
);
GRANT INSERT, SELECT ON course_settings TO frontend_internal;
GRANT SELECT ON course_settings TO public_api;
GRANT UPDATE (revision, document, updated_at) ON course_settings TO frontend_internal;
GRANT SELECT (course_id, revision, slug, name, listed, languages) ON course_settings TO manual_grading;
GRANT UPDATE (revision, document, updated_at) ON course_settings TO public_api;

CREATE TABLE course_settings_revision (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  at timestamp with time zone NOT NULL DEFAULT now(),
  user_id bigint NOT NULL,
  boundary text NOT NULL,
  operation text NOT NULL,
  before json,
  after json NOT NULL,
  CONSTRAINT course_settings_revision__pkey PRIMARY KEY (course_id, revision),
  CONSTRAINT course_settings_revision__before__from_second CHECK (((before IS NULL) = (revision = 1))),
  CONSTRAINT course_settings_revision__boundary__known CHECK ((boundary = ANY (ARRAY['public'::text, 'frontend'::text]))),
  CONSTRAINT course_settings_revision__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT INSERT, SELECT ON course_settings_revision TO frontend_internal;
GRANT INSERT ON course_settings_revision TO public_api;

CREATE TABLE course_slug (
  slug text NOT NULL,
  course_id bigint NOT NULL,
  reserved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT course_slug__pkey PRIMARY KEY (slug),
  CONSTRAINT course_slug__slug_course_id__key UNIQUE (slug, course_id),
  CONSTRAINT course_slug__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_slug__slug__form CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (length(slug) <= 64)))
);
GRANT INSERT, SELECT ON course_slug TO frontend_internal;

CREATE TABLE course_snapshot (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  taken_at timestamp with time zone NOT NULL,
  visible boolean NOT NULL,
  tags json NOT NULL,
  changes json NOT NULL,
  ends_at timestamp with time zone,
  people_erased_at timestamp with time zone,
  CONSTRAINT course_snapshot__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_snapshot__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_snapshot__revision__range CHECK ((revision >= 1))
);
GRANT INSERT, SELECT, UPDATE ON course_snapshot TO frontend_internal;
GRANT SELECT (course_id, taken_at) ON course_snapshot TO manual_grading;

CREATE TABLE course_snapshot_refresh (
  course_id bigint NOT NULL,
  holder uuid,
  leased_at timestamp with time zone,
  leased_until timestamp with time zone,
  CONSTRAINT course_snapshot_refresh__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_snapshot_refresh__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_snapshot_refresh__holder__whole CHECK ((num_nulls(holder, leased_at, leased_until) = ANY (ARRAY[0, 3])))
);
GRANT INSERT, SELECT, UPDATE ON course_snapshot_refresh TO frontend_internal;

CREATE TABLE course_tag (
  course_id bigint NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  color text NOT NULL,
  font_white boolean NOT NULL,
  upstream_tag_id bigint,
  gone boolean NOT NULL DEFAULT false,
  CONSTRAINT course_tag__pkey PRIMARY KEY (course_id, slug),
  CONSTRAINT course_tag__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON course_tag TO frontend_internal;
GRANT SELECT ON course_tag TO public_api;

CREATE TABLE delivery (
  id uuid NOT NULL,
  ordinal bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  result_id uuid NOT NULL,
  state text NOT NULL,
  epoch integer NOT NULL,
  send_number integer NOT NULL,
  leased_by uuid,
  lease_until timestamp with time zone,
  started_at timestamp with time zone,
  not_before timestamp with time zone,
  settle_until timestamp with time zone,
  failures integer NOT NULL,
  failing_since timestamp with time zone,
  kind text,
  ambiguous_at timestamp with time zone,
  refused_at timestamp with time zone,
  delivered_at timestamp with time zone,
  confirmed_by text,
  delivered_number integer,
  cancelled_at timestamp with time zone,
  cancelled_as text,
  next_verification_at timestamp with time zone,
  verifications integer NOT NULL,
  verification_epoch integer NOT NULL,
  verification_lease_until timestamp with time zone,
  seen_at timestamp with time zone,
  seen_grade numeric,
  seen_grading_time text,
  seen_grader_id bigint,
  overwrite_seen boolean NOT NULL,
  upstream_at timestamp with time zone,
  upstream_status text,
  upstream_grade numeric,
  upstream_late_penalty double precision,
  verified_after_at timestamp with time zone,
  after_grade numeric,
  after_grading_time text,
  after_grader_id bigint,
  standing text NOT NULL DEFAULT 'unknown'::text,
  standing_verification_at timestamp with time zone,
  standing_verifications integer NOT NULL DEFAULT 0,
  notify boolean NOT NULL,
  fixture boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  upstream_max_points bigint,
  before_grader_id bigint,
  CONSTRAINT delivery__pkey PRIMARY KEY (id),
  CONSTRAINT delivery__ambiguous_at CHECK (((state = 'ambiguous'::text) = (ambiguous_at IS NOT NULL))),
  CONSTRAINT delivery__answer__of_a_send CHECK (((confirmed_by <> 'answer'::text) OR (started_at IS NOT NULL))),
  CONSTRAINT delivery__cancelled_as__known CHECK ((cancelled_as = ANY (ARRAY['person'::text, 'reopened'::text, 'erased'::text, 'migrated'::text]))),
  CONSTRAINT delivery__cancelled_at CHECK ((num_nonnulls(cancelled_at, cancelled_as) =
CASE state
    WHEN 'cancelled'::text THEN 2
    ELSE 0
END)),
  CONSTRAINT delivery__confirmed_by__known CHECK ((confirmed_by = ANY (ARRAY['answer'::text, 'read_back'::text, 'person'::text]))),
  CONSTRAINT delivery__delivered_at CHECK ((num_nonnulls(delivered_at, confirmed_by, delivered_number) =
CASE state
    WHEN 'delivered'::text THEN 3
    ELSE 0
END)),
  CONSTRAINT delivery__delivered_number__range CHECK (((delivered_number >= 1) AND (delivered_number <= send_number))),
  CONSTRAINT delivery__epoch__range CHECK ((epoch >= 0)),
  CONSTRAINT delivery__failures CHECK (((failures >= 0) AND ((failures > 0) = (failing_since IS NOT NULL)))),
  CONSTRAINT delivery__grading_time__length CHECK (((length(seen_grading_time) <= 64) AND (length(after_grading_time) <= 64))),
  CONSTRAINT delivery__kind__form CHECK ((kind ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  CONSTRAINT delivery__lease CHECK ((num_nonnulls(leased_by, lease_until) =
CASE state
    WHEN 'sending'::text THEN 2
    ELSE 0
END)),
  CONSTRAINT delivery__next_verification_at CHECK (((state = ANY (ARRAY['ambiguous'::text, 'cancelled'::text])) OR (num_nonnulls(next_verification_at, verification_lease_until) = 0))),
  CONSTRAINT delivery__not_before CHECK (((state = 'pending'::text) = (not_before IS NOT NULL))),
  CONSTRAINT delivery__overwrite_seen CHECK (((NOT overwrite_seen) OR (seen_at IS NOT NULL))),
  CONSTRAINT delivery__refused__kind CHECK (((state <> 'refused'::text) OR (kind IS NOT NULL))),
  CONSTRAINT delivery__refused_at CHECK (((state = 'refused'::text) = (refused_at IS NOT NULL))),
  CONSTRAINT delivery__seen CHECK (((seen_at IS NOT NULL) OR (num_nonnulls(seen_grade, seen_grading_time, seen_grader_id) = 0))),
  CONSTRAINT delivery__send_number__range CHECK ((send_number >= 1)),
  CONSTRAINT delivery__standing__known CHECK ((standing = ANY (ARRAY['ours'::text, 'changed'::text, 'unknown'::text]))),
  CONSTRAINT delivery__standing__of_a_verification CHECK (((standing = 'unknown'::text) OR ((upstream_at IS NOT NULL) AND ((standing <> 'ours'::text) OR (verified_after_at IS NOT NULL))))),
  CONSTRAINT delivery__standing_verification_at CHECK (((standing_verification_at IS NULL) OR (standing = 'ours'::text) OR ((standing = 'unknown'::text) AND (state = 'delivered'::text)))),
  CONSTRAINT delivery__standing_verifications__range CHECK ((standing_verifications >= 0)),
  CONSTRAINT delivery__started_at CHECK (
CASE state
    WHEN 'held'::text THEN (started_at IS NULL)
    WHEN 'pending'::text THEN (started_at IS NULL)
    WHEN 'ambiguous'::text THEN (started_at IS NOT NULL)
    ELSE true
END),
  CONSTRAINT delivery__state__known CHECK ((state = ANY (ARRAY['held'::text, 'pending'::text, 'sending'::text, 'delivered'::text, 'refused'::text, 'ambiguous'::text, 'cancelled'::text]))),
  CONSTRAINT delivery__upstream CHECK (
CASE
    WHEN (upstream_at IS NULL) THEN (num_nonnulls(upstream_status, upstream_grade, upstream_late_penalty) = 0)
    ELSE ((state = ANY (ARRAY['delivered'::text, 'cancelled'::text])) AND (num_nonnulls(upstream_status, upstream_grade) = 2))
END),
  CONSTRAINT delivery__upstream_max_points__range CHECK ((upstream_max_points >= 0)),
  CONSTRAINT delivery__upstream_status__known CHECK ((upstream_status = ANY (ARRAY['initialized'::text, 'waiting'::text, 'error'::text, 'rejected'::text, 'ready'::text, 'unofficial'::text]))),
  CONSTRAINT delivery__verified_after CHECK (
CASE
    WHEN (verified_after_at IS NULL) THEN (num_nonnulls(after_grade, after_grading_time, after_grader_id) = 0)
    ELSE (state = ANY (ARRAY['delivered'::text, 'cancelled'::text]))
END),
  CONSTRAINT delivery__result_id__fkey FOREIGN KEY (result_id, submission_id) REFERENCES completed_result(id, submission_id),
  CONSTRAINT delivery__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id) REFERENCES submission(submission_id, course_id, exercise_id)
);
CREATE INDEX delivery__course_id ON public.delivery USING btree (course_id, ordinal);
CREATE INDEX delivery__course_id__unfinished ON public.delivery USING btree (course_id, state, ordinal) WHERE (state <> ALL (ARRAY['delivered'::text, 'cancelled'::text]));
CREATE INDEX delivery__due ON public.delivery USING btree (not_before, ordinal) WHERE (state = 'pending'::text);
CREATE INDEX delivery__leased ON public.delivery USING btree (lease_until) WHERE (state = 'sending'::text);
CREATE INDEX delivery__next_verification_at ON public.delivery USING btree (next_verification_at) WHERE (next_verification_at IS NOT NULL);
CREATE INDEX delivery__standing_verification_due ON public.delivery USING btree (standing_verification_at) WHERE (standing_verification_at IS NOT NULL);
CREATE INDEX delivery__submission_id ON public.delivery USING btree (submission_id, ordinal);
CREATE UNIQUE INDEX delivery__unfinished ON public.delivery USING btree (submission_id) WHERE (state <> ALL (ARRAY['delivered'::text, 'cancelled'::text]));
CREATE INDEX delivery__verifications_due ON public.delivery USING btree (next_verification_at) WHERE ((state = 'ambiguous'::text) AND (next_verification_at IS NOT NULL));
CREATE TRIGGER delivery__guard_change BEFORE UPDATE ON public.delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_change();
CREATE TRIGGER delivery__guard_delete BEFORE DELETE ON public.delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER delivery__guard_fixture BEFORE UPDATE OF fixture ON public.delivery FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER delivery__guard_insert BEFORE INSERT ON public.delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_insert();
CREATE TRIGGER delivery__guard_notify BEFORE UPDATE OF notify ON public.delivery FOR EACH ROW WHEN ((old.notify IS DISTINCT FROM new.notify)) EXECUTE FUNCTION delivery__guard_notify();
CREATE TRIGGER delivery__guard_start AFTER UPDATE ON public.delivery FOR EACH ROW WHEN (((old.started_at IS DISTINCT FROM new.started_at) OR ((old.started_at IS NOT NULL) AND (old.state <> new.state)))) EXECUTE FUNCTION delivery__guard_start();
CREATE TRIGGER delivery__notify_new AFTER INSERT ON public.delivery FOR EACH ROW WHEN ((new.state = 'pending'::text)) EXECUTE FUNCTION delivery__notify();
CREATE TRIGGER delivery__notify_pending AFTER UPDATE OF state ON public.delivery FOR EACH ROW WHEN (((new.state = 'pending'::text) AND (old.state <> 'pending'::text) AND (new.not_before <= clock_timestamp()))) EXECUTE FUNCTION delivery__notify();
CREATE TRIGGER delivery__verify_cancelled BEFORE UPDATE OF state ON public.delivery FOR EACH ROW WHEN (((new.state = 'cancelled'::text) AND (old.state <> 'cancelled'::text))) EXECUTE FUNCTION delivery__verify_cancelled();
GRANT INSERT, SELECT ON delivery TO frontend_internal;
GRANT DELETE, INSERT, SELECT, UPDATE ON delivery TO manual_grading;
GRANT UPDATE (state, send_number, started_at, not_before, failures, failing_since, kind, ambiguous_at, refused_at, delivered_at, confirmed_by, delivered_number, cancelled_at, cancelled_as, next_verification_at, verification_lease_until, overwrite_seen, upstream_at, upstream_status, upstream_grade, upstream_late_penalty, standing, standing_verification_at, updated_at) ON delivery TO frontend_internal;

CREATE TABLE delivery_control (
  id integer NOT NULL,
  hold boolean NOT NULL,
  hold_reason text,
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  settle_until timestamp with time zone,
  settle_s integer NOT NULL,
  CONSTRAINT delivery_control__pkey PRIMARY KEY (id),
  CONSTRAINT delivery_control__hold_reason__length CHECK (((length(hold_reason) >= 1) AND (length(hold_reason) <= 500))),
  CONSTRAINT delivery_control__one CHECK ((id = 1)),
  CONSTRAINT delivery_control__settle_s__range CHECK (((settle_s >= 0) AND (settle_s <= 3600))),
  CONSTRAINT delivery_control__timeline__form CHECK ((timeline ~ '^[0-9A-F]{8}$'::text))
);
GRANT SELECT ON delivery_control TO manual_grading;
GRANT SELECT (settle_s) ON delivery_control TO frontend_internal;
GRANT UPDATE (hold, hold_reason, system_identifier, timeline, settle_until, settle_s) ON delivery_control TO manual_grading;

CREATE TABLE delivery_event (
  id bigint NOT NULL GENERATED BY DEFAULT AS IDENTITY,
  delivery_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  event text NOT NULL,
  from_state text,
  to_state text NOT NULL,
  send_number integer NOT NULL,
  epoch integer NOT NULL,
  kind text,
  by_user_id bigint,
  reason text,
  CONSTRAINT delivery_event__pkey PRIMARY KEY (id),
  CONSTRAINT delivery_event__event__form CHECK ((event ~ '^[a-z][a-z_]{0,39}$'::text)),
  CONSTRAINT delivery_event__reason__length CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT delivery_event__delivery_id__fkey FOREIGN KEY (delivery_id) REFERENCES delivery(id) ON DELETE CASCADE
);
CREATE INDEX delivery_event__delivery_id ON public.delivery_event USING btree (delivery_id, id);
GRANT INSERT, SELECT ON delivery_event TO frontend_internal;
GRANT INSERT, SELECT ON delivery_event TO manual_grading;
GRANT UPDATE (reason) ON delivery_event TO frontend_internal;

CREATE TABLE delivery_send (
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  epoch integer NOT NULL,
  started_at timestamp with time zone,
  outcome text,
  kind text,
  status integer,
  recorded_at timestamp with time zone,
  phase text,
  diagnostics json,
  resolved_at timestamp with time zone,
  resolved_as text,
  CONSTRAINT delivery_send__pkey PRIMARY KEY (delivery_id, number),
  CONSTRAINT delivery_send__diagnostics__size CHECK ((octet_length((diagnostics)::text) <= 1024)),
  CONSTRAINT delivery_send__kind__form CHECK ((kind ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  CONSTRAINT delivery_send__number__range CHECK ((number >= 1)),
  CONSTRAINT delivery_send__outcome__known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'refused'::text, 'unsent'::text, 'ambiguous'::text]))),
  CONSTRAINT delivery_send__phase__form CHECK ((phase ~ '^[a-z][a-z0-9_]{0,39}$'::text)),
  CONSTRAINT delivery_send__recorded_at CHECK (((outcome IS NULL) = (recorded_at IS NULL))),
  CONSTRAINT delivery_send__resolved CHECK ((num_nonnulls(resolved_at, resolved_as) = ANY (ARRAY[0, 2]))),
  CONSTRAINT delivery_send__resolved_as__known CHECK ((resolved_as = ANY (ARRAY['delivered'::text, 'send_again'::text, 'cancelled'::text]))),
  CONSTRAINT delivery_send__started_at__refused CHECK (((started_at IS NOT NULL) OR COALESCE((outcome = 'refused'::text), false))),
  CONSTRAINT delivery_send__status__range CHECK (((status >= 100) AND (status <= 999))),
  CONSTRAINT delivery_send__delivery_id__fkey FOREIGN KEY (delivery_id) REFERENCES delivery(id) ON DELETE CASCADE
);
CREATE INDEX delivery_send__diagnostics ON public.delivery_send USING btree (recorded_at) WHERE (diagnostics IS NOT NULL);
CREATE UNIQUE INDEX delivery_send__open ON public.delivery_send USING btree (delivery_id) WHERE ((started_at IS NOT NULL) AND (outcome IS DISTINCT FROM 'refused'::text) AND (outcome IS DISTINCT FROM 'unsent'::text) AND (resolved_at IS NULL));
CREATE TRIGGER delivery_send__guard_change BEFORE UPDATE ON public.delivery_send FOR EACH ROW EXECUTE FUNCTION delivery_send__guard_change();
GRANT SELECT ON delivery_send TO frontend_internal;
GRANT INSERT, SELECT, UPDATE ON delivery_send TO manual_grading;
GRANT UPDATE (resolved_at, resolved_as) ON delivery_send TO frontend_internal;

CREATE TABLE exercise_alias (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  alias integer NOT NULL,
  user_id bigint,
  CONSTRAINT exercise_alias__pkey PRIMARY KEY (course_id, exercise_id, alias),
  CONSTRAINT exercise_alias__user_id UNIQUE (course_id, exercise_id, user_id),
  CONSTRAINT exercise_alias__alias__range CHECK (((alias >= 1000) AND (alias <= 9999999))),
  CONSTRAINT exercise_alias__exercise_id__range CHECK (((exercise_id >= 1) AND (exercise_id <= '9007199254740991'::bigint))),
  CONSTRAINT exercise_alias__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT exercise_alias__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX exercise_alias__course_id__user_id ON public.exercise_alias USING btree (course_id, user_id) WHERE (user_id IS NOT NULL);
GRANT INSERT, SELECT ON exercise_alias TO frontend_internal;
GRANT INSERT ON exercise_alias TO manual_grading;
GRANT UPDATE (user_id) ON exercise_alias TO frontend_internal;

CREATE TABLE exercise_grading (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  rubric_id uuid,
  anonymous boolean NOT NULL,
  attempts text NOT NULL,
  claim_order text NOT NULL,
  auto_points text NOT NULL,
  release text NOT NULL,
  release_at timestamp with time zone,
  lease_minutes integer NOT NULL,
  max_open_claims integer NOT NULL,
  due_at timestamp with time zone,
  notify boolean NOT NULL,
  revision integer NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT exercise_grading__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT exercise_grading__attempts__known CHECK ((attempts = ANY (ARRAY['latest'::text, 'all'::text]))),
  CONSTRAINT exercise_grading__auto_points__known CHECK ((auto_points = ANY (ARRAY['shown'::text, 'added'::text]))),
  CONSTRAINT exercise_grading__claim_order__known CHECK ((claim_order = ANY (ARRAY['bands'::text, 'oldest'::text]))),
  CONSTRAINT exercise_grading__due_at__milliseconds CHECK ((due_at = date_trunc('milliseconds'::text, due_at, 'UTC'::text))),
  CONSTRAINT exercise_grading__exercise_id__range CHECK (((exercise_id >= 1) AND (exercise_id <= '9007199254740991'::bigint))),
  CONSTRAINT exercise_grading__lease_minutes__range CHECK (((lease_minutes >= 5) AND (lease_minutes <= 240))),
  CONSTRAINT exercise_grading__max_open_claims__range CHECK (((max_open_claims >= 1) AND (max_open_claims <= 50))),
  CONSTRAINT exercise_grading__release__known CHECK ((release = ANY (ARRAY['immediate'::text, 'manual'::text]))),
  CONSTRAINT exercise_grading__release_at__manual CHECK (((release_at IS NULL) OR (release = 'manual'::text))),
  CONSTRAINT exercise_grading__release_at__milliseconds CHECK ((release_at = date_trunc('milliseconds'::text, release_at, 'UTC'::text))),
  CONSTRAINT exercise_grading__revision__range CHECK ((revision >= 1)),
  CONSTRAINT exercise_grading__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id),
  CONSTRAINT exercise_grading__rubric_id__fkey FOREIGN KEY (rubric_id, course_id) REFERENCES rubric(rubric_id, course_id)
);
GRANT INSERT, SELECT ON exercise_grading TO frontend_internal;
GRANT UPDATE (rubric_id, anonymous, attempts, claim_order, auto_points, release, release_at, lease_minutes, max_open_claims, due_at, notify, revision, updated_at) ON exercise_grading TO frontend_internal;
GRANT SELECT (course_id, exercise_id, anonymous, attempts, notify) ON exercise_grading TO manual_grading;

CREATE TABLE feedback (
  id uuid NOT NULL,
  course_id bigint NOT NULL,
  submission_id bigint,
  user_id bigint,
  assessment_id uuid,
  language text NOT NULL,
  state text NOT NULL,
  revision integer NOT NULL,
  body text NOT NULL,
  annotations json NOT NULL,
  author_id bigint NOT NULL,
  updated_by bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  fixture boolean NOT NULL,
  part_revisions json NOT NULL DEFAULT '{}'::json,
  published_at timestamp with time zone,
  published_text json,
  CONSTRAINT feedback__pkey PRIMARY KEY (id),
  CONSTRAINT feedback__assessment_id__key UNIQUE (assessment_id),
  CONSTRAINT feedback__body__length CHECK ((length(body) <= 200000)),
  CONSTRAINT feedback__language__length CHECK (((length(language) >= 1) AND (length(language) <= 35))),
  CONSTRAINT feedback__revision__range CHECK ((revision >= 1)),
  CONSTRAINT feedback__state__known CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text]))),
  CONSTRAINT feedback__target CHECK ((num_nonnulls(submission_id, assessment_id) =
CASE
    WHEN (user_id IS NULL) THEN 2
    ELSE 0
END)),
  CONSTRAINT feedback__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT feedback__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id) REFERENCES assessment(id, submission_id),
  CONSTRAINT feedback__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX feedback__submission_id ON public.feedback USING btree (submission_id) WHERE (submission_id IS NOT NULL);
CREATE INDEX feedback__user_id ON public.feedback USING btree (user_id, course_id) WHERE (user_id IS NOT NULL);
CREATE TRIGGER feedback__guard_delete BEFORE DELETE ON public.feedback FOR EACH ROW WHEN ((old.submission_id IS NOT NULL)) EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER feedback__guard_fixture BEFORE UPDATE OF fixture ON public.feedback FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
GRANT DELETE, INSERT, SELECT ON feedback TO frontend_internal;
GRANT DELETE ON feedback TO manual_grading;
GRANT UPDATE (language, state, revision, body, annotations, updated_by, updated_at, part_revisions, published_at, published_text) ON feedback TO frontend_internal;
GRANT SELECT (id, submission_id, assessment_id, fixture) ON feedback TO manual_grading;
GRANT UPDATE (fixture) ON feedback TO manual_grading;

CREATE TABLE feedback_read (
  feedback_id uuid NOT NULL,
  user_id bigint NOT NULL,
  read_at timestamp with time zone NOT NULL,
  CONSTRAINT feedback_read__pkey PRIMARY KEY (feedback_id, user_id),
  CONSTRAINT feedback_read__feedback_id__fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE
);
CREATE INDEX feedback_read__user_id ON public.feedback_read USING btree (user_id);
GRANT DELETE, INSERT, SELECT ON feedback_read TO frontend_internal;
GRANT DELETE ON feedback_read TO manual_grading;
GRANT UPDATE (read_at) ON feedback_read TO frontend_internal;
GRANT SELECT (feedback_id, user_id) ON feedback_read TO manual_grading;

CREATE TABLE feedback_template (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  templates json NOT NULL,
  updated_by bigint NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT feedback_template__pkey PRIMARY KEY (course_id),
  CONSTRAINT feedback_template__revision__range CHECK ((revision >= 1)),
  CONSTRAINT feedback_template__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT INSERT, SELECT ON feedback_template TO frontend_internal;
GRANT UPDATE (revision, templates, updated_by, updated_at) ON feedback_template TO frontend_internal;

CREATE TABLE feedback_version (
  feedback_id uuid NOT NULL,
  version integer NOT NULL,
  revision integer NOT NULL,
  language text NOT NULL,
  body text NOT NULL,
  annotations json NOT NULL,
  saved_by bigint NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  saved_at timestamp with time zone NOT NULL,
  closed_at timestamp with time zone,
  restored_from integer,
  CONSTRAINT feedback_version__pkey PRIMARY KEY (feedback_id, version),
  CONSTRAINT feedback_version__revision__range CHECK ((revision >= 1)),
  CONSTRAINT feedback_version__version__range CHECK ((version >= 1)),
  CONSTRAINT feedback_version__feedback_id__fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE
);
GRANT DELETE, INSERT, SELECT ON feedback_version TO frontend_internal;
GRANT UPDATE (revision, language, body, annotations, saved_by, saved_at, closed_at, restored_from) ON feedback_version TO frontend_internal;

CREATE TABLE grading_copy (
  course_id bigint NOT NULL,
  source_id uuid NOT NULL,
  copy_id uuid NOT NULL,
  copied_at timestamp with time zone NOT NULL,
  source_version integer,
  source_wording integer,
  CONSTRAINT grading_copy__pkey PRIMARY KEY (course_id, source_id),
  CONSTRAINT grading_copy__source_version__pair CHECK (((source_version IS NULL) = (source_wording IS NULL))),
  CONSTRAINT grading_copy__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT INSERT, SELECT ON grading_copy TO frontend_internal;

CREATE TABLE known_api_token (
  digest bytea NOT NULL,
  known_until timestamp with time zone NOT NULL,
  CONSTRAINT known_api_token__pkey PRIMARY KEY (digest),
  CONSTRAINT known_api_token__digest__sha256 CHECK ((octet_length(digest) = 32))
);
GRANT DELETE, SELECT ON known_api_token TO frontend_internal;
GRANT DELETE, INSERT, SELECT ON known_api_token TO public_api;
GRANT UPDATE (known_until) ON known_api_token TO public_api;

CREATE TABLE known_token (
  digest bytea NOT NULL,
  known_until timestamp with time zone NOT NULL,
  CONSTRAINT known_token__pkey PRIMARY KEY (digest),
  CONSTRAINT known_token__digest__sha256 CHECK ((octet_length(digest) = 32))
);
GRANT DELETE, INSERT, SELECT ON known_token TO frontend_internal;
GRANT UPDATE (known_until) ON known_token TO frontend_internal;

CREATE TABLE manual_grading_exercise (
  exercise_id bigint NOT NULL,
  course_id bigint NOT NULL,
  CONSTRAINT manual_grading_exercise__pkey PRIMARY KEY (exercise_id),
  CONSTRAINT manual_grading_exercise__exercise_id__range CHECK (((exercise_id >= 1) AND (exercise_id <= '9007199254740991'::bigint))),
  CONSTRAINT manual_grading_exercise__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX manual_grading_exercise__course_id ON public.manual_grading_exercise USING btree (course_id);
GRANT DELETE, INSERT, SELECT ON manual_grading_exercise TO frontend_internal;
GRANT SELECT ON manual_grading_exercise TO manual_grading;
GRANT DELETE, INSERT, SELECT ON manual_grading_exercise TO public_api;

CREATE TABLE parked_draft (
  id uuid NOT NULL,
  owner_id bigint NOT NULL,
  course_id bigint NOT NULL,
  assessment_id uuid,
  feedback_id uuid,
  refused_as text NOT NULL,
  base_revision integer NOT NULL,
  content json NOT NULL,
  created_at timestamp with time zone NOT NULL,
  fixture boolean NOT NULL,
  CONSTRAINT parked_draft__pkey PRIMARY KEY (id),
  CONSTRAINT parked_draft__of_something CHECK ((num_nonnulls(assessment_id, feedback_id) = 1)),
  CONSTRAINT parked_draft__refused_as__known CHECK ((refused_as = ANY (ARRAY['revision_conflict'::text, 'merge_conflict'::text, 'claim_lost'::text, 'not_in_state'::text, 'restarted'::text]))),
  CONSTRAINT parked_draft__assessment_id__fkey FOREIGN KEY (assessment_id) REFERENCES assessment(id) ON DELETE CASCADE,
  CONSTRAINT parked_draft__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id),
  CONSTRAINT parked_draft__feedback_id__fkey FOREIGN KEY (feedback_id) REFERENCES feedback(id) ON DELETE CASCADE
);
CREATE INDEX parked_draft__assessment_id ON public.parked_draft USING btree (assessment_id, owner_id, id) WHERE (assessment_id IS NOT NULL);
CREATE INDEX parked_draft__created_at ON public.parked_draft USING btree (created_at);
CREATE INDEX parked_draft__feedback_id ON public.parked_draft USING btree (feedback_id, owner_id, id) WHERE (feedback_id IS NOT NULL);
CREATE TRIGGER parked_draft__guard_fixture BEFORE UPDATE OF fixture ON public.parked_draft FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
GRANT DELETE, INSERT, SELECT ON parked_draft TO frontend_internal;

CREATE TABLE person_action (
  id uuid NOT NULL,
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  action text NOT NULL,
  by_user_id bigint NOT NULL,
  at timestamp with time zone NOT NULL,
  CONSTRAINT person_action__pkey PRIMARY KEY (id),
  CONSTRAINT person_action__action__known CHECK ((action = ANY (ARRAY['export'::text, 'erase'::text]))),
  CONSTRAINT person_action__by_user_id__range CHECK (((by_user_id >= 1) AND (by_user_id <= '9007199254740991'::bigint))),
  CONSTRAINT person_action__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT person_action__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint)))
);
CREATE INDEX person_action__user_id ON public.person_action USING btree (course_id, user_id, id);
GRANT INSERT, SELECT ON person_action TO frontend_internal;

CREATE TABLE preferences (
  user_id bigint NOT NULL,
  revision integer NOT NULL,
  document json NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT preferences__pkey PRIMARY KEY (user_id),
  CONSTRAINT preferences__revision__range CHECK ((revision >= 1)),
  CONSTRAINT preferences__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint)))
);
GRANT INSERT, SELECT ON preferences TO frontend_internal;
GRANT UPDATE (revision, document, updated_at) ON preferences TO frontend_internal;

CREATE TABLE roster_student (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  username text NOT NULL,
  full_name text NOT NULL,
  email text NOT NULL,
  student_id text,
  tag_slugs text[] NOT NULL,
  search_text text NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT roster_student__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT roster_student__left_at__no_tags CHECK (((left_at IS NULL) OR (tag_slugs = '{}'::text[]))),
  CONSTRAINT roster_student__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT roster_student__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot(course_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX roster_student__search_text ON public.roster_student USING gin (course_id, search_text gin_trgm_ops) WITH (fastupdate=off);
CREATE INDEX roster_student__user_id ON public.roster_student USING btree (user_id, course_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON roster_student TO frontend_internal;
GRANT SELECT (course_id, user_id, full_name) ON roster_student TO manual_grading;

CREATE TABLE rubric (
  rubric_id uuid NOT NULL,
  course_id bigint NOT NULL,
  state text NOT NULL,
  revision integer NOT NULL,
  draft json,
  draft_title json GENERATED ALWAYS AS ((draft -> 'title'::text)) STORED,
  latest_version integer,
  latest_wording integer,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT rubric__pkey PRIMARY KEY (rubric_id),
  CONSTRAINT rubric__of_course__key UNIQUE (rubric_id, course_id),
  CONSTRAINT rubric__draft__of_draft CHECK (((state <> 'draft'::text) OR (draft IS NOT NULL))),
  CONSTRAINT rubric__draft__size CHECK ((octet_length((draft)::text) <= 500000)),
  CONSTRAINT rubric__latest__pair CHECK (((latest_version IS NULL) = (latest_wording IS NULL))),
  CONSTRAINT rubric__revision__range CHECK ((revision >= 1)),
  CONSTRAINT rubric__state__known CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text]))),
  CONSTRAINT rubric__state__latest CHECK (((state = 'draft'::text) = (latest_version IS NULL))),
  CONSTRAINT rubric__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX rubric__course_id ON public.rubric USING btree (course_id, rubric_id);
CREATE TRIGGER rubric__guard_change BEFORE UPDATE ON public.rubric FOR EACH ROW EXECUTE FUNCTION rubric__guard_change();
CREATE TRIGGER rubric__guard_insert BEFORE INSERT ON public.rubric FOR EACH ROW EXECUTE FUNCTION rubric__guard_insert();
CREATE TRIGGER rubric__guard_latest AFTER UPDATE ON public.rubric FOR EACH ROW WHEN (((new.latest_version IS DISTINCT FROM old.latest_version) OR (new.latest_wording IS DISTINCT FROM old.latest_wording))) EXECUTE FUNCTION rubric__guard_latest();
GRANT DELETE, INSERT, SELECT ON rubric TO frontend_internal;
GRANT UPDATE (state, revision, draft, latest_version, latest_wording, updated_at) ON rubric TO frontend_internal;

CREATE TABLE rubric_migration (
  id uuid NOT NULL,
  rubric_id uuid NOT NULL,
  course_id bigint NOT NULL,
  to_version integer NOT NULL,
  to_wording integer NOT NULL,
  exercise_id bigint,
  include text[] NOT NULL,
  state text NOT NULL,
  by_user_id bigint NOT NULL,
  created_at timestamp with time zone NOT NULL,
  run_at timestamp with time zone,
  CONSTRAINT rubric_migration__pkey PRIMARY KEY (id),
  CONSTRAINT rubric_migration__by_user_id__range CHECK (((by_user_id >= 1) AND (by_user_id <= '9007199254740991'::bigint))),
  CONSTRAINT rubric_migration__include__known CHECK (((include <@ ARRAY['in_progress'::text, 'completed'::text]) AND (cardinality(include) > 0))),
  CONSTRAINT rubric_migration__run_at CHECK (((state = 'run'::text) = (run_at IS NOT NULL))),
  CONSTRAINT rubric_migration__state__known CHECK ((state = ANY (ARRAY['planning'::text, 'ready'::text, 'run'::text]))),
  CONSTRAINT rubric_migration__rubric_id__fkey FOREIGN KEY (rubric_id, course_id) REFERENCES rubric(rubric_id, course_id),
  CONSTRAINT rubric_migration__to_version__fkey FOREIGN KEY (rubric_id, to_version, to_wording) REFERENCES rubric_version(rubric_id, version, wording)
);
CREATE INDEX rubric_migration__created_at ON public.rubric_migration USING btree (created_at);
GRANT DELETE, INSERT, SELECT ON rubric_migration TO frontend_internal;
GRANT UPDATE (state, run_at) ON rubric_migration TO frontend_internal;

CREATE TABLE rubric_migration_row (
  migration_id uuid NOT NULL,
  assessment_id uuid NOT NULL,
  submission_id bigint NOT NULL,
  revision integer NOT NULL,
  result_id uuid,
  from_version integer NOT NULL,
  effect text NOT NULL,
  is_blocked boolean NOT NULL,
  was_delivered boolean NOT NULL,
  points_before numeric NOT NULL,
  points_after numeric NOT NULL,
  max_points numeric NOT NULL,
  scores json NOT NULL,
  changed_criteria text[] NOT NULL,
  dropped json NOT NULL,
  dropped_count integer NOT NULL,
  feedback_html text,
  payload json,
  student_text json,
  max_points_before numeric,
  shown_changed boolean,
  parts json,
  CONSTRAINT rubric_migration_row__pkey PRIMARY KEY (migration_id, assessment_id),
  CONSTRAINT rubric_migration_row__effect__known CHECK ((effect = ANY (ARRAY['scores'::text, 'version'::text, 'result'::text, 'reopened'::text]))),
  CONSTRAINT rubric_migration_row__result_id CHECK (((effect = 'scores'::text) = (result_id IS NULL))),
  CONSTRAINT rubric_migration_row__texts CHECK ((num_nonnulls(feedback_html, payload) =
CASE effect
    WHEN 'result'::text THEN 2
    ELSE 0
END)),
  CONSTRAINT rubric_migration_row__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id) REFERENCES assessment(id, submission_id) ON DELETE CASCADE,
  CONSTRAINT rubric_migration_row__migration_id__fkey FOREIGN KEY (migration_id) REFERENCES rubric_migration(id) ON DELETE CASCADE
);
CREATE INDEX rubric_migration_row__assessment_id ON public.rubric_migration_row USING btree (assessment_id);
CREATE INDEX rubric_migration_row__submission_id ON public.rubric_migration_row USING btree (submission_id);
GRANT DELETE, INSERT, SELECT ON rubric_migration_row TO frontend_internal;

CREATE TABLE rubric_version (
  rubric_id uuid NOT NULL,
  version integer NOT NULL,
  wording integer NOT NULL,
  document json NOT NULL,
  title json GENERATED ALWAYS AS ((document -> 'title'::text)) STORED,
  published_at timestamp with time zone NOT NULL,
  published_by bigint NOT NULL,
  CONSTRAINT rubric_version__pkey PRIMARY KEY (rubric_id, version, wording),
  CONSTRAINT rubric_version__document__size CHECK ((octet_length((document)::text) <= 500000)),
  CONSTRAINT rubric_version__published_by__range CHECK (((published_by >= 1) AND (published_by <= '9007199254740991'::bigint))),
  CONSTRAINT rubric_version__version__range CHECK ((version >= 1)),
  CONSTRAINT rubric_version__wording__range CHECK ((wording >= 1)),
  CONSTRAINT rubric_version__rubric_id__fkey FOREIGN KEY (rubric_id) REFERENCES rubric(rubric_id)
);
CREATE TRIGGER rubric_version__guard_change BEFORE DELETE OR UPDATE ON public.rubric_version FOR EACH ROW EXECUTE FUNCTION rubric_version__guard_change();
CREATE TRIGGER rubric_version__guard_insert AFTER INSERT ON public.rubric_version FOR EACH ROW EXECUTE FUNCTION rubric_version__guard_insert();
GRANT INSERT, SELECT ON rubric_version TO frontend_internal;

CREATE TABLE schema_migration (
  id integer NOT NULL DEFAULT nextval('schema_migration_id_seq'::regclass),
  name character varying(255) NOT NULL,
  run_on timestamp without time zone NOT NULL,
  CONSTRAINT schema_migration_pkey PRIMARY KEY (id)
);
GRANT SELECT ON schema_migration TO frontend_internal;
GRANT SELECT ON schema_migration TO manual_grading;
GRANT SELECT ON schema_migration TO public_api;

CREATE TABLE schema_migration_checksum (
  name text NOT NULL,
  sha256 text NOT NULL,
  CONSTRAINT schema_migration_checksum__pkey PRIMARY KEY (name)
);

CREATE TABLE session (
  session_id uuid NOT NULL,
  id_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  identity json NOT NULL,
  identity_at timestamp with time zone NOT NULL,
  sealed_token bytea NOT NULL,
  key_id text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT session__pkey PRIMARY KEY (session_id),
  CONSTRAINT session__id_hash__key UNIQUE (id_hash),
  CONSTRAINT session__expires_at__after_created_at CHECK ((expires_at > created_at)),
  CONSTRAINT session__id_hash__sha256 CHECK ((octet_length(id_hash) = 32)),
  CONSTRAINT session__key_id__form CHECK ((key_id ~ '^[a-z0-9-]{1,32}$'::text)),
  CONSTRAINT session__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint)))
);
CREATE INDEX session__user_id ON public.session USING btree (user_id);
GRANT DELETE, INSERT, SELECT ON session TO frontend_internal;
GRANT UPDATE (identity, identity_at, sealed_token, key_id, last_used_at) ON session TO frontend_internal;

CREATE TABLE snapshot_exercise (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  module_id bigint NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  max_points bigint NOT NULL,
  manual boolean NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT snapshot_exercise__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT snapshot_exercise__module_id__fkey FOREIGN KEY (course_id, module_id) REFERENCES snapshot_module(course_id, module_id)
);
CREATE INDEX snapshot_exercise__module_id ON public.snapshot_exercise USING btree (course_id, module_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON snapshot_exercise TO frontend_internal;
GRANT SELECT (course_id, exercise_id, max_points, read_at) ON snapshot_exercise TO manual_grading;

CREATE TABLE snapshot_module (
  course_id bigint NOT NULL,
  module_id bigint NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  open boolean NOT NULL,
  hidden boolean NOT NULL,
  CONSTRAINT snapshot_module__pkey PRIMARY KEY (course_id, module_id),
  CONSTRAINT snapshot_module__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot(course_id) DEFERRABLE INITIALLY DEFERRED
);
GRANT DELETE, INSERT, SELECT, UPDATE ON snapshot_module TO frontend_internal;

CREATE TABLE snapshot_submission (
  course_id bigint NOT NULL,
  submission_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  status text NOT NULL,
  grade numeric NOT NULL,
  read_at timestamp with time zone,
  CONSTRAINT snapshot_submission__pkey PRIMARY KEY (course_id, submission_id),
  CONSTRAINT snapshot_submission__submission_id__range CHECK (((submission_id >= 1) AND (submission_id <= '9007199254740991'::bigint))),
  CONSTRAINT snapshot_submission__submitted_at__milliseconds CHECK ((submitted_at = date_trunc('milliseconds'::text, submitted_at))),
  CONSTRAINT snapshot_submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot(course_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX snapshot_submission__exercise_id ON public.snapshot_submission USING btree (course_id, exercise_id);
CREATE INDEX snapshot_submission__exercise_id__submitted_at ON public.snapshot_submission USING btree (course_id, exercise_id, submitted_at, submission_id);
CREATE INDEX snapshot_submission__submission_id ON public.snapshot_submission USING btree (submission_id);
CREATE INDEX snapshot_submission__submitted_at ON public.snapshot_submission USING btree (course_id, submitted_at, submission_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON snapshot_submission TO frontend_internal;

CREATE TABLE snapshot_submitter (
  course_id bigint NOT NULL,
  submission_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT snapshot_submitter__pkey PRIMARY KEY (course_id, user_id, submission_id),
  CONSTRAINT snapshot_submitter__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT snapshot_submitter__submission_id__fkey FOREIGN KEY (course_id, submission_id) REFERENCES snapshot_submission(course_id, submission_id)
);
CREATE INDEX snapshot_submitter__submission_id ON public.snapshot_submitter USING btree (course_id, submission_id);
GRANT DELETE, INSERT, SELECT ON snapshot_submitter TO frontend_internal;

CREATE TABLE snapshot_withheld_exercise (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  CONSTRAINT snapshot_withheld_exercise__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT snapshot_withheld_exercise__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot(course_id) DEFERRABLE INITIALLY DEFERRED
);
GRANT DELETE, INSERT, SELECT ON snapshot_withheld_exercise TO frontend_internal;

CREATE TABLE snippet (
  snippet_id uuid NOT NULL,
  course_id bigint NOT NULL,
  owner_id bigint,
  bank bigint NOT NULL GENERATED ALWAYS AS (COALESCE(owner_id, (0)::bigint)) STORED,
  exercise_id bigint,
  criterion_id text,
  label text NOT NULL,
  text json NOT NULL,
  points numeric,
  search_text text NOT NULL,
  use_count integer NOT NULL DEFAULT 0,
  last_used_at timestamp with time zone,
  retired_at timestamp with time zone,
  revision integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT snippet__pkey PRIMARY KEY (snippet_id),
  CONSTRAINT snippet__criterion_id__form CHECK ((criterion_id ~ '^[a-z0-9][a-z0-9-]{0,39}$'::text)),
  CONSTRAINT snippet__exercise_id__range CHECK (((exercise_id >= 1) AND (exercise_id <= '9007199254740991'::bigint))),
  CONSTRAINT snippet__label__length CHECK (((length(label) >= 1) AND (length(label) <= 80))),
  CONSTRAINT snippet__last_used_at__used CHECK (((last_used_at IS NULL) = (use_count = 0))),
  CONSTRAINT snippet__owner_id__range CHECK (((owner_id >= 1) AND (owner_id <= '9007199254740991'::bigint))),
  CONSTRAINT snippet__points__range CHECK ((((points >= ('-1000000'::integer)::numeric) AND (points <= (1000000)::numeric)) AND (points = round(points, 2)))),
  CONSTRAINT snippet__revision__range CHECK ((revision >= 1)),
  CONSTRAINT snippet__text__object CHECK ((json_typeof(text) = 'object'::text)),
  CONSTRAINT snippet__use_count__range CHECK ((use_count >= 0)),
  CONSTRAINT snippet__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX snippet__owner_id ON public.snippet USING btree (owner_id) WHERE ((retired_at IS NULL) AND (owner_id IS NOT NULL));
CREATE INDEX snippet__search_text ON public.snippet USING gin (course_id, bank, search_text gin_trgm_ops) WITH (fastupdate=off) WHERE (retired_at IS NULL);
CREATE INDEX snippet__use_count ON public.snippet USING btree (course_id, bank, use_count DESC, snippet_id DESC) WHERE (retired_at IS NULL);
GRANT INSERT, SELECT ON snippet TO frontend_internal;
GRANT UPDATE (exercise_id, criterion_id, label, text, points, search_text, use_count, last_used_at, retired_at, revision) ON snippet TO frontend_internal;

CREATE TABLE staff_name (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  full_name text NOT NULL,
  CONSTRAINT staff_name__pkey PRIMARY KEY (user_id, course_id),
  CONSTRAINT staff_name__full_name__filled CHECK ((full_name <> ''::text)),
  CONSTRAINT staff_name__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT staff_name__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX staff_name__course_id ON public.staff_name USING btree (course_id);
GRANT DELETE, INSERT, SELECT ON staff_name TO frontend_internal;
GRANT INSERT, SELECT ON staff_name TO public_api;
GRANT UPDATE (full_name) ON staff_name TO frontend_internal;
GRANT UPDATE (full_name) ON staff_name TO public_api;

CREATE TABLE submission (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  language text NOT NULL,
  attempt integer NOT NULL,
  max_points integer NOT NULL,
  max_points_at timestamp with time zone NOT NULL DEFAULT clock_timestamp(),
  auto_points numeric,
  in_queue boolean NOT NULL,
  fixture boolean NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  superseded_by bigint,
  uncounted boolean NOT NULL DEFAULT false,
  held_until timestamp with time zone,
  postponed_at timestamp with time zone,
  gone_at timestamp with time zone,
  gone boolean GENERATED ALWAYS AS ((gone_at IS NOT NULL)) STORED,
  submitter_ids bigint[] NOT NULL DEFAULT '{}'::bigint[],
  CONSTRAINT submission__pkey PRIMARY KEY (submission_id),
  CONSTRAINT submission__whole_key UNIQUE (submission_id, course_id, exercise_id),
  CONSTRAINT submission__attempt__range CHECK ((attempt >= 1)),
  CONSTRAINT submission__exercise_id__range CHECK (((exercise_id >= 1) AND (exercise_id <= '9007199254740991'::bigint))),
  CONSTRAINT submission__gone__not_fixture CHECK (((gone_at IS NULL) OR (NOT fixture))),
  CONSTRAINT submission__gone__not_queued CHECK (((gone_at IS NULL) OR (NOT in_queue))),
  CONSTRAINT submission__language__length CHECK (((length(language) >= 1) AND (length(language) <= 35))),
  CONSTRAINT submission__max_points__range CHECK ((max_points >= 0)),
  CONSTRAINT submission__submission_id__range CHECK (((submission_id >= 1) AND (submission_id <= '9007199254740991'::bigint))),
  CONSTRAINT submission__submitted_at__milliseconds CHECK ((submitted_at = date_trunc('milliseconds'::text, submitted_at))),
  CONSTRAINT submission__superseded_by__not_queued CHECK (((superseded_by IS NULL) OR (NOT in_queue))),
  CONSTRAINT submission__superseded_by__other CHECK ((superseded_by <> submission_id)),
  CONSTRAINT submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id),
  CONSTRAINT submission__superseded_by__fkey FOREIGN KEY (superseded_by) REFERENCES submission(submission_id)
);
CREATE INDEX submission__exercise_id ON public.submission USING btree (course_id, exercise_id, submission_id);
CREATE INDEX submission__exercise_id__submitted_at ON public.submission USING btree (course_id, exercise_id, submitted_at, submission_id);
CREATE INDEX submission__max_points_at ON public.submission USING btree (course_id, exercise_id, max_points_at);
CREATE INDEX submission__queue ON public.submission USING btree (course_id, exercise_id, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__queue_bands ON public.submission USING btree (exercise_id, postponed_at NULLS FIRST, (((submitted_at AT TIME ZONE 'UTC'::text))::date), hashint8extended(submission_id, (0)::bigint), submission_id) WHERE in_queue;
CREATE INDEX submission__queue_language_bands ON public.submission USING btree (exercise_id, language, postponed_at NULLS FIRST, (((submitted_at AT TIME ZONE 'UTC'::text))::date), hashint8extended(submission_id, (0)::bigint), submission_id) WHERE in_queue;
CREATE INDEX submission__queue_language_oldest ON public.submission USING btree (exercise_id, language, postponed_at NULLS FIRST, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__queue_oldest ON public.submission USING btree (exercise_id, postponed_at NULLS FIRST, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__queue_submitters ON public.submission USING gin (language, submitter_ids) WITH (fastupdate=off) WHERE in_queue;
CREATE INDEX submission__submitted_at ON public.submission USING btree (course_id, submitted_at, submission_id);
CREATE INDEX submission__superseded_by ON public.submission USING btree (superseded_by) WHERE (superseded_by IS NOT NULL);
CREATE TRIGGER submission__guard_fixture BEFORE UPDATE OF fixture ON public.submission FOR EACH ROW WHEN ((new.fixture AND (NOT old.fixture))) EXECUTE FUNCTION submission__guard_fixture();
GRANT SELECT ON submission TO frontend_internal;
GRANT DELETE, INSERT, SELECT, UPDATE ON submission TO manual_grading;
GRANT UPDATE (in_queue, superseded_by, uncounted, held_until, postponed_at, gone_at, submitter_ids) ON submission TO frontend_internal;

CREATE TABLE submission_submitter (
  submission_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT submission_submitter__pkey PRIMARY KEY (submission_id, user_id),
  CONSTRAINT submission_submitter__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT submission_submitter__submission_id__fkey FOREIGN KEY (submission_id) REFERENCES submission(submission_id) ON DELETE CASCADE
);
CREATE INDEX submission_submitter__user_id ON public.submission_submitter USING btree (user_id, submission_id);
CREATE TRIGGER submission_submitter__copy AFTER INSERT OR DELETE ON public.submission_submitter FOR EACH ROW EXECUTE FUNCTION submission_submitter__copy();
GRANT DELETE, INSERT, SELECT ON submission_submitter TO frontend_internal;
GRANT DELETE, INSERT, SELECT ON submission_submitter TO manual_grading;

CREATE TABLE timer_lease (
  name text NOT NULL,
  holder uuid NOT NULL,
  leased_until timestamp with time zone NOT NULL,
  last_run_at timestamp with time zone NOT NULL,
  CONSTRAINT timer_lease__pkey PRIMARY KEY (name),
  CONSTRAINT timer_lease__name__form CHECK ((name ~ '^[a-z][a-z_]{0,62}$'::text))
);
GRANT INSERT, SELECT ON timer_lease TO frontend_internal;
GRANT INSERT, SELECT ON timer_lease TO manual_grading;
GRANT UPDATE (holder, leased_until, last_run_at) ON timer_lease TO frontend_internal;
GRANT UPDATE (holder, leased_until, last_run_at) ON timer_lease TO manual_grading;

CREATE TABLE used_launch (
  nonce_hash bytea NOT NULL,
  used_until timestamp with time zone NOT NULL,
  CONSTRAINT used_launch__pkey PRIMARY KEY (nonce_hash),
  CONSTRAINT used_launch__nonce_hash__sha256 CHECK ((octet_length(nonce_hash) = 32))
);
GRANT DELETE, INSERT, SELECT ON used_launch TO frontend_internal;

CREATE VIEW hidden_exercise AS
 SELECT snapshot_exercise.course_id,
    snapshot_exercise.exercise_id
   FROM (snapshot_exercise
     JOIN snapshot_module ON (((snapshot_module.course_id = snapshot_exercise.course_id) AND (snapshot_module.module_id = snapshot_exercise.module_id) AND snapshot_module.hidden)))
UNION ALL
 SELECT snapshot_withheld_exercise.course_id,
    snapshot_withheld_exercise.exercise_id
   FROM snapshot_withheld_exercise;
GRANT SELECT ON hidden_exercise TO frontend_internal;

CREATE VIEW known_submission AS
 SELECT stored.submission_id,
    stored.course_id,
    stored.exercise_id,
    stored.submitted_at,
    stored.language,
    stored.attempt,
    stored.max_points,
    stored.auto_points,
    stored.in_queue,
    stored.superseded_by,
    stored.gone,
    stored.fixture,
    stored.is_registered,
    stored.counts,
    facts.submitter_ids,
    facts.is_listed,
    shown.state
   FROM ((stored_submission stored
     CROSS JOIN LATERAL submission_facts(stored.submission_id, stored.course_id, stored.exercise_id, stored.is_registered) facts(submitter_ids, is_listed))
     CROSS JOIN LATERAL staff_state(stored.submission_id, stored.is_registered, facts.is_listed, stored.in_queue, stored.held_until, stored.superseded_by, stored.gone) shown(state));
GRANT SELECT ON known_submission TO frontend_internal;

CREATE VIEW present_student AS
 SELECT course_id,
    user_id,
    username,
    full_name,
    email,
    student_id,
    tag_slugs,
    search_text
   FROM roster_student
  WHERE (left_at IS NULL);
GRANT SELECT ON present_student TO frontend_internal;

CREATE VIEW stored_submission AS
 SELECT submission.submission_id,
    submission.course_id,
    submission.exercise_id,
    submission.submitted_at,
    submission.language,
    submission.attempt,
    submission.max_points,
    submission.auto_points,
    submission.in_queue,
    submission.held_until,
    submission.superseded_by,
    submission.gone,
    submission.fixture,
    true AS is_registered,
    true AS counts
   FROM submission
UNION ALL
 SELECT snapshot_submission.submission_id,
    snapshot_submission.course_id,
    snapshot_submission.exercise_id,
    snapshot_submission.submitted_at,
    NULL::text AS language,
    NULL::integer AS attempt,
    NULL::integer AS max_points,
    NULL::numeric AS auto_points,
    false AS in_queue,
    NULL::timestamp with time zone AS held_until,
    NULL::bigint AS superseded_by,
    false AS gone,
    false AS fixture,
    false AS is_registered,
    COALESCE(( SELECT false
           FROM submission
          WHERE (submission.submission_id = snapshot_submission.submission_id)), true) AS counts
   FROM snapshot_submission;
GRANT SELECT ON stored_submission TO frontend_internal;

CREATE VIEW student_visible_result AS
 SELECT released.submission_id,
    released.id AS result_id,
    released.points,
    released.max_points,
    released.released_at,
    feedback.id AS feedback_id,
    NULL::bigint AS user_id,
    released.course_id,
    released.exercise_id,
    released.student_text AS text
   FROM (completed_result released
     JOIN feedback ON (((feedback.assessment_id = released.assessment_id) AND (feedback.submission_id = released.submission_id) AND (feedback.state = 'published'::text))))
  WHERE ((released.released_at IS NOT NULL) AND (( SELECT true
           FROM completed_result newer
          WHERE ((newer.submission_id = released.submission_id) AND (newer.released_at IS NOT NULL) AND (ROW(newer.created_at, newer.id) > ROW(released.created_at, released.id)))
         LIMIT 1) IS NULL) AND (( SELECT course_snapshot.visible
           FROM course_snapshot
          WHERE (course_snapshot.course_id = released.course_id)) IS NOT FALSE) AND (( SELECT true
           FROM hidden_exercise
          WHERE ((hidden_exercise.course_id = released.course_id) AND (hidden_exercise.exercise_id = released.exercise_id))
         LIMIT 1) IS NULL))
UNION ALL
 SELECT NULL::bigint AS submission_id,
    NULL::uuid AS result_id,
    NULL::numeric AS points,
    NULL::numeric AS max_points,
    feedback.published_at AS released_at,
    feedback.id AS feedback_id,
    feedback.user_id,
    feedback.course_id,
    NULL::bigint AS exercise_id,
    feedback.published_text AS text
   FROM feedback
  WHERE ((feedback.user_id IS NOT NULL) AND (feedback.state = 'published'::text) AND (( SELECT course_snapshot.visible
           FROM course_snapshot
          WHERE (course_snapshot.course_id = feedback.course_id)) IS NOT FALSE));
GRANT SELECT ON student_visible_result TO frontend_internal;

CREATE VIEW submission_for_staff AS
 SELECT known.submission_id,
    known.course_id,
    known.exercise_id,
    known.submitted_at,
    known.language,
    known.attempt,
    known.is_registered,
    known.state,
    known.gone,
    known.auto_points,
    standing.points,
    COALESCE(standing.max_points, (present.max_points)::numeric) AS max_points,
    upstream.status AS upstream_status,
    upstream.grade AS upstream_grade,
    begun.id AS assessment_id,
    begun.grader_id,
    ( SELECT staff.full_name
           FROM staff_name_in(begun.grader_id, known.course_id) staff(full_name)) AS grader_name,
    begun.holder_id,
    ( SELECT staff.full_name
           FROM staff_name_in(begun.holder_id, known.course_id) staff(full_name)) AS holder_name,
    begun.lease_until AS lease_expires_at,
    begun.updated_at AS assessment_updated_at,
    begun.postponed_note,
    begun.postponed_at,
    (known.superseded_by IS NOT NULL) AS superseded,
    submitter.list AS submitters,
    ( SELECT known_upstream.facts
           FROM upstream_facts(known.course_id, known.exercise_id, known.submission_id, standing.id) known_upstream(facts)
          WHERE (standing.released_at IS NOT NULL)) AS upstream_facts
   FROM ((((((known_submission known
     CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) naming(is_named))
     CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, naming.is_named) submitter(list))
     CROSS JOIN LATERAL present_max_points(known.course_id, known.exercise_id) present(max_points))
     LEFT JOIN LATERAL last_shown_upstream(known.course_id, known.submission_id) upstream(status, grade) ON (true))
     LEFT JOIN LATERAL ( SELECT completed_result.id,
            completed_result.points,
            completed_result.max_points,
            completed_result.released_at
           FROM completed_result
          WHERE ((completed_result.submission_id = known.submission_id) AND (completed_result.withdrawn_at IS NULL))
         LIMIT 1) standing ON (true))
     LEFT JOIN LATERAL ( SELECT assessment.id,
            assessment.grader_id,
            assessment.holder_id,
            assessment.lease_until,
            assessment.updated_at,
            assessment.postponed_note,
            assessment.postponed_at
           FROM assessment
          WHERE ((assessment.submission_id = known.submission_id) AND (assessment.round = 1))
         LIMIT 1) begun ON (true));
GRANT SELECT ON submission_for_staff TO frontend_internal;

CREATE VIEW submission_for_student AS
 SELECT known.submission_id,
    known.course_id,
    known.exercise_id,
    known.submitted_at,
    known.language,
    known.attempt,
    known.is_registered,
        CASE
            WHEN (visible.points IS NULL) THEN 'submitted'::text
            ELSE 'released'::text
        END AS state,
    false AS gone,
    NULL::numeric AS auto_points,
    visible.points,
    COALESCE(visible.max_points, (present.max_points)::numeric) AS max_points,
    NULL::text AS upstream_status,
    NULL::numeric AS upstream_grade,
    NULL::uuid AS assessment_id,
    NULL::bigint AS grader_id,
    NULL::text AS grader_name,
    NULL::bigint AS holder_id,
    NULL::text AS holder_name,
    NULL::timestamp with time zone AS lease_expires_at,
    NULL::timestamp with time zone AS assessment_updated_at,
    NULL::text AS postponed_note,
    NULL::timestamp with time zone AS postponed_at,
    false AS superseded,
    submitter.list AS submitters,
    ( SELECT known_upstream.facts
           FROM upstream_facts(known.course_id, known.exercise_id, known.submission_id, visible.result_id) known_upstream(facts)
          WHERE (visible.result_id IS NOT NULL)) AS upstream_facts
   FROM (((known_submission known
     CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, true) submitter(list))
     CROSS JOIN LATERAL present_max_points(known.course_id, known.exercise_id) present(max_points))
     LEFT JOIN LATERAL ( SELECT student_visible_result.result_id,
            student_visible_result.points,
            student_visible_result.max_points
           FROM student_visible_result
          WHERE (student_visible_result.submission_id = known.submission_id)
         LIMIT 1) visible ON (true));
GRANT SELECT ON submission_for_student TO frontend_internal;

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
CREATE OR REPLACE FUNCTION public.alias_of(course_id bigint, exercise_id bigint, user_id bigint, is_named boolean)
 RETURNS TABLE(alias integer)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN NOT alias_of.is_named THEN coalesce((
    SELECT exercise_alias.alias
    FROM exercise_alias
    WHERE exercise_alias.course_id = alias_of.course_id AND exercise_alias.exercise_id = alias_of.exercise_id
      AND exercise_alias.user_id = alias_of.user_id
  ), 0) END
$function$;
CREATE OR REPLACE FUNCTION public.assessment__guard_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.assessment__guard_result()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.assessment__hold()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  UPDATE submission SET held_until = NEW.lease_until
  WHERE submission.submission_id = NEW.submission_id AND submission.held_until IS DISTINCT FROM NEW.lease_until;
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.attempts_of_all(course_id bigint, exercise_id bigint, fixture boolean, user_ids bigint[])
 RETURNS TABLE(submission_id bigint, submitted_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT attempt.submission_id, attempt.submitted_at
  FROM submission_submitter AS common
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitted_at, submission.fixture,
      submission.uncounted, submission.gone, submission.submitter_ids
    FROM submission
    WHERE submission.submission_id = common.submission_id
    LIMIT 1
  ) AS attempt
  WHERE common.user_id = attempts_of_all.user_ids[1] AND attempt.course_id = attempts_of_all.course_id
    AND attempt.exercise_id = attempts_of_all.exercise_id AND attempt.fixture = attempts_of_all.fixture
    AND NOT attempt.uncounted AND NOT attempt.gone AND attempts_of_all.user_ids <@ attempt.submitter_ids
$function$;
CREATE OR REPLACE FUNCTION public.completed_result__guard_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  RAISE check_violation USING MESSAGE = 'a release is not taken back', CONSTRAINT = 'completed_result__released_at__fixed', TABLE = 'completed_result';
END
$function$;
CREATE OR REPLACE FUNCTION public.course_settings__grader_ids(document json)
 RETURNS bigint[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT ARRAY(
    SELECT (grader.value ->> 'userId')::bigint FROM json_array_elements(document -> 'graders') AS grader (value)
  )
$function$;
CREATE OR REPLACE FUNCTION public.course_settings__languages(document json)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT ARRAY(SELECT json_array_elements_text(document -> 'languages'))
$function$;
CREATE OR REPLACE FUNCTION public.course_settings__names_own(document jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT coalesce(document -> 'visibleTagSlugs' <@ own.tags, TRUE) AND NOT EXISTS (
    SELECT
    FROM jsonb_array_elements(document -> 'graders') AS grader (value)
    WHERE NOT grader.value -> 'languages' <@ (document -> 'languages')
      OR NOT coalesce(grader.value -> 'feedbackTags', '[]') <@ own.tags
      OR NOT coalesce(grader.value -> 'gradingTags', '[]') <@ own.tags
  )
  FROM jsonb_path_query_array(document, '$.tags[*].slug') AS own (tags)
$function$;
CREATE OR REPLACE FUNCTION public.delivery__guard_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NEW.state <> OLD.state AND NOT coalesce(CASE OLD.state
    WHEN 'held' THEN NEW.state IN ('pending', 'cancelled')
    WHEN 'pending' THEN NEW.state IN ('sending', 'cancelled')
    WHEN 'sending' THEN NEW.state IN ('delivered', 'refused', 'pending', 'ambiguous')
    WHEN 'ambiguous' THEN NEW.state IN ('delivered', 'refused', 'pending', 'cancelled')
    WHEN 'refused' THEN NEW.state IN ('pending', 'cancelled')
  END, FALSE) THEN
    RAISE check_violation USING MESSAGE = 'this state cannot follow that one', CONSTRAINT = 'delivery__state__order', TABLE = 'delivery';
  END IF;
  IF NEW.epoch < OLD.epoch OR NEW.verification_epoch < OLD.verification_epoch OR NEW.send_number < OLD.send_number
    OR (NEW.state = 'sending' AND OLD.state <> 'sending' AND NEW.epoch = OLD.epoch) THEN
    RAISE check_violation USING MESSAGE = 'an epoch or a send number never falls', CONSTRAINT = 'delivery__epoch__rises', TABLE = 'delivery';
  END IF;
  IF (NEW.id, NEW.submission_id, NEW.course_id, NEW.exercise_id, NEW.result_id)
    IS DISTINCT FROM (OLD.id, OLD.submission_id, OLD.course_id, OLD.exercise_id, OLD.result_id) THEN
    RAISE check_violation USING MESSAGE = 'a delivery keeps its result', CONSTRAINT = 'delivery__result__fixed', TABLE = 'delivery';
  END IF;
  RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery__guard_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NOT OLD.fixture THEN
    RAISE check_violation USING MESSAGE = 'only fixtures can be deleted', CONSTRAINT = TG_TABLE_NAME || '__kept', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery__guard_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NEW.state NOT IN ('held', 'pending') OR (NEW.epoch, NEW.send_number, NEW.verification_epoch) <> (0, 1, 0) THEN
    RAISE check_violation USING MESSAGE = 'a new delivery is held or pending and was never sent', CONSTRAINT = 'delivery__state__first', TABLE = 'delivery';
  END IF;
  RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery__guard_notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  RAISE check_violation USING MESSAGE = 'who is notified is decided once', CONSTRAINT = 'delivery__notify__fixed', TABLE = 'delivery';
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery__guard_start()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NEW.started_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM delivery_send
    WHERE delivery_send.delivery_id = NEW.id AND delivery_send.number = NEW.send_number AND delivery_send.epoch = NEW.epoch
      AND delivery_send.started_at = NEW.started_at
  ) THEN
    RAISE check_violation USING MESSAGE = 'a send start without a send', CONSTRAINT = 'delivery__start__has_send', TABLE = 'delivery';
  END IF;
  IF OLD.started_at IS NOT NULL AND OLD.state IN ('sending', 'ambiguous')
    AND (NEW.state IN ('pending', 'cancelled') OR NEW.started_at IS DISTINCT FROM OLD.started_at)
    AND NOT EXISTS (
      SELECT FROM delivery_send
      WHERE delivery_send.delivery_id = OLD.id AND delivery_send.number = OLD.send_number
        AND (OLD.state = 'sending' AND delivery_send.outcome = 'unsent' OR delivery_send.resolved_at IS NOT NULL)
    ) THEN
    RAISE check_violation USING MESSAGE = 'a send may have arrived', CONSTRAINT = 'delivery__start__stays', TABLE = 'delivery';
  END IF;
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery__notify()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  PERFORM pg_notify('delivery_pending', '');
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery__verify_cancelled()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF EXISTS (
    SELECT FROM delivery_send
    WHERE delivery_send.delivery_id = NEW.id AND delivery_send.started_at IS NOT NULL
      AND coalesce(delivery_send.outcome, 'ambiguous') = 'ambiguous'
  ) THEN
    NEW.verifications := 0;
    NEW.next_verification_at := NEW.cancelled_at + interval '10 seconds';
    NEW.verification_lease_until := NULL;
  END IF;
  RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.delivery_send__guard_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF (NEW.delivery_id, NEW.number, NEW.epoch, NEW.started_at) IS DISTINCT FROM (OLD.delivery_id, OLD.number, OLD.epoch, OLD.started_at)
    OR (OLD.outcome IN ('delivered', 'unsent') AND NEW.outcome IS DISTINCT FROM OLD.outcome)
    OR (OLD.outcome IS NOT NULL AND NEW.outcome IS NULL)
    OR (OLD.outcome IS NOT NULL AND NEW.outcome = 'unsent' AND OLD.outcome <> 'unsent')
    OR (OLD.resolved_at IS NOT NULL AND (NEW.resolved_at, NEW.resolved_as) IS DISTINCT FROM (OLD.resolved_at, OLD.resolved_as)) THEN
    RAISE check_violation USING MESSAGE = 'a recorded send does not change', CONSTRAINT = 'delivery_send__fixed', TABLE = 'delivery_send';
  END IF;
  RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.documents_of(course_id bigint, user_id bigint)
 RETURNS TABLE(id uuid, state text, updated_at timestamp with time zone, published_at timestamp with time zone, assessment_id uuid, language text, is_named boolean)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id, feedback.language, TRUE
  FROM feedback
  WHERE feedback.course_id = documents_of.course_id AND feedback.user_id = documents_of.user_id
  UNION ALL
  SELECT document.id, document.state, document.updated_at, document.published_at, document.assessment_id, known.language, naming.is_named
  FROM submission_submitter AS own
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.language
    FROM submission
    WHERE submission.submission_id = own.submission_id AND submission.course_id = documents_of.course_id
    LIMIT 1
  ) AS known
  CROSS JOIN LATERAL (
    SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id
    FROM feedback
    WHERE feedback.submission_id = known.submission_id
    OFFSET 0
  ) AS document
  CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
  WHERE own.user_id = documents_of.user_id
$function$;
CREATE OR REPLACE FUNCTION public.known_submission_of(course_id bigint, submission_id bigint)
 RETURNS SETOF known_submission
 LANGUAGE sql
 STABLE
AS $function$
  SELECT stored.submission_id, stored.course_id, stored.exercise_id, stored.submitted_at, stored.language, stored.attempt, stored.max_points,
    stored.auto_points, stored.in_queue, stored.superseded_by, stored.gone, stored.fixture, stored.is_registered, stored.counts,
    facts.submitter_ids, facts.is_listed, shown.state
  FROM (
    SELECT stored.*
    FROM stored_submission AS stored
    WHERE stored.submission_id = known_submission_of.submission_id AND stored.course_id = known_submission_of.course_id AND stored.counts
    LIMIT 1
  ) AS stored
  CROSS JOIN LATERAL submission_facts(stored.submission_id, stored.course_id, stored.exercise_id, stored.is_registered) AS facts
  CROSS JOIN LATERAL staff_state(
    stored.submission_id, stored.is_registered, facts.is_listed, stored.in_queue, stored.held_until, stored.superseded_by, stored.gone
  ) AS shown
$function$;
CREATE OR REPLACE FUNCTION public.last_shown_upstream(course_id bigint, submission_id bigint)
 RETURNS TABLE(status text, grade numeric)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT shown.status, shown.grade
  FROM (
    (
      SELECT snapshot_submission.status, snapshot_submission.grade,
        coalesce(snapshot_submission.read_at, course_snapshot.taken_at) AS at
      FROM snapshot_submission
      JOIN course_snapshot ON course_snapshot.course_id = snapshot_submission.course_id
      WHERE snapshot_submission.course_id = last_shown_upstream.course_id
        AND snapshot_submission.submission_id = last_shown_upstream.submission_id
      LIMIT 1
    )
    UNION ALL
    (
      SELECT delivery.upstream_status, delivery.upstream_grade, delivery.upstream_at
      FROM delivery
      -- No index matches coalesce: without statistics the planner would read all deliveries of the course for each submission.
      WHERE delivery.submission_id = last_shown_upstream.submission_id
        AND coalesce(delivery.course_id = last_shown_upstream.course_id, FALSE) AND delivery.upstream_at IS NOT NULL
      ORDER BY delivery.ordinal DESC
      LIMIT 1
    )
  ) AS shown
  WHERE (
    SELECT submission.gone FROM submission WHERE submission.submission_id = last_shown_upstream.submission_id
  ) IS NOT TRUE
  ORDER BY shown.at DESC
  LIMIT 1
$function$;
CREATE OR REPLACE FUNCTION public.named_people(course_id bigint, exercise_id bigint, user_ids bigint[], is_named boolean)
 RETURNS TABLE(list json)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(json_agg(json_build_object(
    'userId', own.user_id, 'fullName', person.full_name, 'tagSlugs', coalesce(person.tag_slugs, '{}'), 'alias', own.alias
  ) ORDER BY own.alias, own.user_id), '[]')
  FROM (
    SELECT given.user_id, shown.alias
    FROM unnest(named_people.user_ids) AS given (user_id)
    CROSS JOIN LATERAL alias_of(named_people.course_id, named_people.exercise_id, given.user_id, named_people.is_named) AS shown
  ) AS own
  LEFT JOIN LATERAL (
    SELECT roster_student.full_name, roster_student.tag_slugs
    FROM roster_student
    WHERE roster_student.course_id = named_people.course_id AND roster_student.user_id = own.user_id
    LIMIT 1
  ) AS person ON TRUE
$function$;
CREATE OR REPLACE FUNCTION public.present_max_points(course_id bigint, exercise_id bigint)
 RETURNS TABLE(max_points bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT (
    SELECT told.max_points
    FROM (
      (
        SELECT snapshot_exercise.max_points, coalesce(snapshot_exercise.read_at, course_snapshot.taken_at) AS at
        FROM snapshot_exercise
        JOIN course_snapshot ON course_snapshot.course_id = snapshot_exercise.course_id
        WHERE snapshot_exercise.course_id = present_max_points.course_id AND snapshot_exercise.exercise_id = present_max_points.exercise_id
        LIMIT 1
      )
      UNION ALL
      (
        SELECT submission.max_points, submission.max_points_at
        FROM submission
        WHERE submission.course_id = present_max_points.course_id AND submission.exercise_id = present_max_points.exercise_id
        ORDER BY submission.max_points_at DESC
        LIMIT 1
      )
    ) AS told
    ORDER BY told.at DESC
    LIMIT 1
  )
$function$;
CREATE OR REPLACE FUNCTION public.rubric__guard_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NEW.revision <> OLD.revision + 1 THEN
    RAISE check_violation USING MESSAGE = 'every change raises the revision by one', CONSTRAINT = 'rubric__revision__rises', TABLE = 'rubric';
  END IF;
  IF (NEW.rubric_id, NEW.course_id, NEW.created_at) <> (OLD.rubric_id, OLD.course_id, OLD.created_at) THEN
    RAISE check_violation USING MESSAGE = 'a rubric stays in its course', CONSTRAINT = 'rubric__course_id__fixed', TABLE = 'rubric';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('draft', 'published'), ('published', 'archived'), ('archived', 'published')) THEN
    RAISE check_violation USING MESSAGE = 'this state cannot follow that one', CONSTRAINT = 'rubric__state__order', TABLE = 'rubric';
  END IF;
  IF OLD.state = 'archived' AND NEW.draft::text IS DISTINCT FROM OLD.draft::text THEN
    RAISE check_violation USING MESSAGE = 'an archived rubric keeps its draft', CONSTRAINT = 'rubric__archived__fixed', TABLE = 'rubric';
  END IF;
  IF (NEW.latest_version, NEW.latest_wording) IS DISTINCT FROM (OLD.latest_version, OLD.latest_wording) AND NOT coalesce(
    NEW.state = 'published' AND OLD.state <> 'archived' AND NEW.draft IS NULL
    AND (NEW.latest_version, NEW.latest_wording) IN (
      (coalesce(OLD.latest_version, 0) + 1, 1), (OLD.latest_version, OLD.latest_wording + 1)), FALSE) THEN
    RAISE check_violation USING MESSAGE = 'versions and wordings rise one by one', CONSTRAINT = 'rubric__latest__rises', TABLE = 'rubric';
  END IF;
  RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.rubric__guard_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF (NEW.state, NEW.revision) <> ('draft', 1) THEN
    RAISE check_violation USING MESSAGE = 'a new rubric is a draft', CONSTRAINT = 'rubric__state__first', TABLE = 'rubric';
  END IF;
  RETURN NEW;
END
$function$;
CREATE OR REPLACE FUNCTION public.rubric__guard_latest()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM rubric_version
    WHERE rubric_version.rubric_id = NEW.rubric_id AND rubric_version.version = NEW.latest_version
      AND rubric_version.wording = NEW.latest_wording AND rubric_version.document::text = OLD.draft::text
  ) THEN
    RAISE check_violation USING MESSAGE = 'what is published is the draft', CONSTRAINT = 'rubric__latest__exists', TABLE = 'rubric';
  END IF;
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.rubric_version__guard_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  RAISE check_violation USING MESSAGE = 'what was published stays', CONSTRAINT = 'rubric_version__fixed', TABLE = 'rubric_version';
END
$function$;
CREATE OR REPLACE FUNCTION public.rubric_version__guard_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  IF NOT EXISTS (
    SELECT FROM rubric
    WHERE rubric.rubric_id = NEW.rubric_id AND rubric.latest_version = NEW.version AND rubric.latest_wording = NEW.wording
  ) THEN
    RAISE check_violation USING MESSAGE = 'only the newest version is added', CONSTRAINT = 'rubric_version__newest', TABLE = 'rubric_version';
  END IF;
  RETURN NULL;
END
$function$;
CREATE OR REPLACE FUNCTION public.staff_name_in(user_id bigint, course_id bigint)
 RETURNS TABLE(full_name text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT coalesce(
    (SELECT staff_name.full_name FROM staff_name WHERE staff_name.user_id = staff_name_in.user_id ORDER BY staff_name.course_id LIMIT 1),
    (
      SELECT roster_student.full_name
      FROM roster_student
      WHERE roster_student.user_id = staff_name_in.user_id
      ORDER BY roster_student.course_id = staff_name_in.course_id DESC, roster_student.course_id
      LIMIT 1
    )
  )
$function$;
CREATE OR REPLACE FUNCTION public.staff_state(submission_id bigint, is_registered boolean, is_listed boolean, in_queue boolean, held_until timestamp with time zone, superseded_by bigint, gone boolean)
 RETURNS TABLE(state text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE
    WHEN NOT staff_state.is_registered OR NOT staff_state.is_listed OR (
      SELECT TRUE FROM submission_submitter WHERE submission_submitter.submission_id = staff_state.submission_id LIMIT 1
    ) IS NULL THEN 'not_queued'
    ELSE coalesce(
      (
        SELECT CASE WHEN completed_result.released_at IS NULL THEN 'completed' ELSE 'released' END
        FROM completed_result
        WHERE completed_result.submission_id = staff_state.submission_id AND completed_result.withdrawn_at IS NULL
      ),
      CASE
        WHEN staff_state.held_until > statement_timestamp() THEN 'in_progress'
        WHEN staff_state.gone THEN 'gone'
        WHEN staff_state.superseded_by IS NOT NULL THEN 'superseded'
        WHEN staff_state.in_queue THEN 'waiting'
        ELSE 'not_queued'
      END
    )
  END
$function$;
CREATE OR REPLACE FUNCTION public.students_with_tags(course_id bigint, tags text[])
 RETURNS TABLE(user_id bigint)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT present_student.user_id
  FROM present_student
  WHERE present_student.course_id = students_with_tags.course_id AND present_student.tag_slugs && students_with_tags.tags
$function$;
CREATE OR REPLACE FUNCTION public.submission__guard_fixture()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
BEGIN
  RAISE check_violation USING MESSAGE = 'real work never becomes a fixture', CONSTRAINT = TG_TABLE_NAME || '__fixture__given_up',
    TABLE = TG_TABLE_NAME;
END
$function$;
CREATE OR REPLACE FUNCTION public.submission_facts(submission_id bigint, course_id bigint, exercise_id bigint, is_registered boolean)
 RETURNS TABLE(submitter_ids bigint[], is_listed boolean)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT CASE WHEN submission_facts.is_registered THEN ARRAY(
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = submission_facts.submission_id
      ORDER BY submission_submitter.user_id
    ) ELSE ARRAY(
      SELECT snapshot_submitter.user_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = submission_facts.course_id AND snapshot_submitter.submission_id = submission_facts.submission_id
      ORDER BY snapshot_submitter.user_id
    ) END,
    coalesce((
      SELECT TRUE
      FROM manual_grading_exercise
      WHERE manual_grading_exercise.exercise_id = submission_facts.exercise_id
        AND manual_grading_exercise.course_id = submission_facts.course_id
    ), FALSE)
$function$;
CREATE OR REPLACE FUNCTION public.submission_for_staff_of(course_id bigint, submission_id bigint, is_registered boolean)
 RETURNS SETOF submission_for_staff
 LANGUAGE sql
 STABLE
AS $function$
  SELECT known.*
  FROM submission_for_staff AS known
  WHERE known.submission_id = submission_for_staff_of.submission_id AND known.course_id = submission_for_staff_of.course_id
    AND known.is_registered = submission_for_staff_of.is_registered
  LIMIT 1
$function$;
CREATE OR REPLACE FUNCTION public.submission_for_student_of(course_id bigint, submission_id bigint, is_registered boolean)
 RETURNS SETOF submission_for_student
 LANGUAGE sql
 STABLE
AS $function$
  SELECT known.*
  FROM submission_for_student AS known
  WHERE known.submission_id = submission_for_student_of.submission_id AND known.course_id = submission_for_student_of.course_id
    AND known.is_registered = submission_for_student_of.is_registered
  LIMIT 1
$function$;
CREATE OR REPLACE FUNCTION public.submission_naming(course_id bigint, exercise_id bigint, submission_id bigint)
 RETURNS TABLE(is_named boolean)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT NOT coalesce((
    SELECT exercise_grading.anonymous
    FROM exercise_grading
    WHERE exercise_grading.course_id = submission_naming.course_id AND exercise_grading.exercise_id = submission_naming.exercise_id
  ), FALSE) OR (
    SELECT TRUE
    FROM completed_result
    WHERE completed_result.submission_id = submission_naming.submission_id AND completed_result.released_at IS NOT NULL
    LIMIT 1
  ) IS NOT NULL
  OFFSET 0
$function$;
CREATE OR REPLACE FUNCTION public.submission_submitter__copy()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public'
AS $function$
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
$function$;
CREATE OR REPLACE FUNCTION public.unregistered_attempts_of_all(course_id bigint, exercise_id bigint, user_ids bigint[], uncounted text[])
 RETURNS TABLE(submission_id bigint, submitted_at timestamp with time zone)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT attempt.submission_id, attempt.submitted_at
  FROM snapshot_submitter AS common
  CROSS JOIN LATERAL (
    SELECT snapshot_submission.submission_id, snapshot_submission.course_id, snapshot_submission.exercise_id,
      snapshot_submission.submitted_at, snapshot_submission.status
    FROM snapshot_submission
    WHERE snapshot_submission.course_id = common.course_id AND snapshot_submission.submission_id = common.submission_id
    LIMIT 1
  ) AS attempt
  WHERE common.course_id = unregistered_attempts_of_all.course_id AND common.user_id = unregistered_attempts_of_all.user_ids[1]
    AND attempt.exercise_id = unregistered_attempts_of_all.exercise_id
    AND attempt.status <> ALL (unregistered_attempts_of_all.uncounted)
    AND (SELECT submission.submission_id FROM submission WHERE submission.submission_id = attempt.submission_id) IS NULL
    AND unregistered_attempts_of_all.user_ids <@ ARRAY(
      SELECT snapshot_submitter.user_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = attempt.course_id AND snapshot_submitter.submission_id = attempt.submission_id
    )
$function$;
CREATE OR REPLACE FUNCTION public.upstream_facts(course_id bigint, exercise_id bigint, submission_id bigint, result_id uuid)
 RETURNS TABLE(facts json)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT json_build_object(
    'isGone', (SELECT submission.gone FROM submission WHERE submission.submission_id = upstream_facts.submission_id),
    'isOnItsWay', coalesce(latest.state IN ('pending', 'sending'), FALSE),
    'isGradedThere', latest.is_graded_there IS TRUE,
    'hasArrived', arrived.since IS NOT NULL,
    'standing', coalesce(arrived.standing, 'unknown'),
    'ownGrade', arrived.after_grade,
    'seen', (
      SELECT json_build_object(
        'at', to_char(seen.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', seen.status, 'grade', seen.grade
      )
      FROM (
        SELECT latest.seen_at AS at, NULL AS status, latest.seen_grade AS grade WHERE latest.is_graded_there
        UNION ALL
        SELECT arrived.upstream_at, arrived.upstream_status, arrived.upstream_grade WHERE latest.is_graded_there IS NOT TRUE
        UNION ALL
        SELECT snapshot.at, snapshot.status, snapshot.grade
        FROM (
          SELECT coalesce(snapshot_submission.read_at, course_snapshot.taken_at) AS at, snapshot_submission.status,
            snapshot_submission.grade
          FROM snapshot_submission
          JOIN course_snapshot ON course_snapshot.course_id = snapshot_submission.course_id
          WHERE snapshot_submission.course_id = upstream_facts.course_id
            AND snapshot_submission.submission_id = upstream_facts.submission_id
          LIMIT 1
        ) AS snapshot
        WHERE snapshot.at > CASE WHEN latest.is_graded_there THEN latest.seen_at ELSE arrived.since END
      ) AS seen
      WHERE seen.grade IS NOT NULL
      ORDER BY seen.at DESC
      LIMIT 1
    ),
    'latePenalty', arrived.upstream_late_penalty,
    'maxPoints', coalesce(
      CASE WHEN latest.is_graded_there IS NOT TRUE AND arrived.standing <> 'changed' THEN arrived.upstream_max_points END,
      (SELECT present.max_points FROM present_max_points(upstream_facts.course_id, upstream_facts.exercise_id) AS present)
    )
  )
  FROM (SELECT upstream_facts.result_id AS id) AS result
  LEFT JOIN LATERAL (
    SELECT delivery.state, delivery.seen_at, delivery.seen_grade,
      delivery.kind = 'graded_elsewhere' AND delivery.state IN ('refused', 'cancelled') AS is_graded_there
    FROM delivery
    WHERE delivery.submission_id = upstream_facts.submission_id AND delivery.result_id = result.id
    ORDER BY delivery.ordinal DESC
    LIMIT 1
  ) AS latest ON TRUE
  LEFT JOIN LATERAL (
    SELECT delivery.standing, coalesce(delivery.delivered_at, delivery.upstream_at) AS since, delivery.upstream_at,
      delivery.upstream_status, delivery.upstream_grade, delivery.upstream_late_penalty, delivery.upstream_max_points, delivery.after_grade
    FROM delivery
    WHERE delivery.submission_id = upstream_facts.submission_id AND delivery.result_id = result.id
      AND (delivery.state = 'delivered' OR delivery.standing <> 'unknown')
    ORDER BY delivery.ordinal DESC
    LIMIT 1
  ) AS arrived ON TRUE
$function$;
CREATE OR REPLACE FUNCTION public.waiting_languages(course_id bigint, exercise_id bigint)
 RETURNS TABLE(language text)
 LANGUAGE sql
 STABLE
AS $function$
  WITH RECURSIVE waiting AS (
    (
      SELECT submission.language
      FROM submission
      WHERE submission.exercise_id = waiting_languages.exercise_id AND submission.course_id = waiting_languages.course_id
        AND submission.in_queue
      ORDER BY submission.language
      LIMIT 1
    )
    UNION ALL
    SELECT later.language
    FROM waiting
    CROSS JOIN LATERAL (
      SELECT submission.language
      FROM submission
      WHERE submission.exercise_id = waiting_languages.exercise_id AND submission.course_id = waiting_languages.course_id
        AND submission.in_queue AND submission.language > waiting.language
      ORDER BY submission.language
      LIMIT 1
    ) AS later
  )
  SELECT waiting.language FROM waiting
$function$;
CREATE OR REPLACE FUNCTION public.work_of(course_id bigint, user_id bigint)
 RETURNS SETOF known_submission
 LANGUAGE sql
 STABLE
AS $function$
  SELECT known.*
  FROM (
    (
      SELECT work_of.course_id, submission_submitter.submission_id
      FROM submission_submitter
      WHERE submission_submitter.user_id = work_of.user_id
      OFFSET 0
    )
    UNION ALL
    (
      SELECT snapshot_submitter.course_id, snapshot_submitter.submission_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = work_of.course_id AND snapshot_submitter.user_id = work_of.user_id AND coalesce(
        (SELECT FALSE FROM submission WHERE submission.submission_id = snapshot_submitter.submission_id), TRUE
      )
      OFFSET 0
    )
  ) AS handed_in
  CROSS JOIN LATERAL known_submission_of(handed_in.course_id, handed_in.submission_id) AS known
$function$;
GRANT EXECUTE ON FUNCTION alias_of TO frontend_internal;
GRANT EXECUTE ON FUNCTION attempts_of_all TO frontend_internal;
GRANT EXECUTE ON FUNCTION attempts_of_all TO manual_grading;
GRANT EXECUTE ON FUNCTION course_settings__grader_ids TO PUBLIC;
GRANT EXECUTE ON FUNCTION course_settings__languages TO PUBLIC;
GRANT EXECUTE ON FUNCTION course_settings__names_own TO PUBLIC;
GRANT EXECUTE ON FUNCTION documents_of TO frontend_internal;
GRANT EXECUTE ON FUNCTION known_submission_of TO frontend_internal;
GRANT EXECUTE ON FUNCTION last_shown_upstream TO frontend_internal;
GRANT EXECUTE ON FUNCTION named_people TO frontend_internal;
GRANT EXECUTE ON FUNCTION present_max_points TO frontend_internal;
GRANT EXECUTE ON FUNCTION present_max_points TO manual_grading;
GRANT EXECUTE ON FUNCTION staff_name_in TO frontend_internal;
GRANT EXECUTE ON FUNCTION staff_state TO frontend_internal;
GRANT EXECUTE ON FUNCTION students_with_tags TO frontend_internal;
GRANT EXECUTE ON FUNCTION submission_facts TO frontend_internal;
GRANT EXECUTE ON FUNCTION submission_for_staff_of TO frontend_internal;
GRANT EXECUTE ON FUNCTION submission_for_student_of TO frontend_internal;
GRANT EXECUTE ON FUNCTION submission_naming TO frontend_internal;
GRANT EXECUTE ON FUNCTION unregistered_attempts_of_all TO frontend_internal;
GRANT EXECUTE ON FUNCTION upstream_facts TO frontend_internal;
GRANT EXECUTE ON FUNCTION waiting_languages TO frontend_internal;
GRANT EXECUTE ON FUNCTION work_of TO frontend_internal;
GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO frontend_internal;
GRANT USAGE ON SCHEMA public TO manual_grading;
GRANT USAGE ON SCHEMA public TO public_api;
