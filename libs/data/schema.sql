-- As the catalogs describe it. Written by `pnpm --filter @course-grading/data dump-schema`, never by hand.

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
GRANT INSERT, SELECT, UPDATE ON capability TO manual_grading;
GRANT SELECT (submission_id, course_id, exercise_id, key_id, max_points, registered_at, replaced, expires_at, used_at, deleted_at, fixture) ON capability TO frontend_internal;
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
  CONSTRAINT completed_result__pkey PRIMARY KEY (id),
  CONSTRAINT completed_result__of_submission__key UNIQUE (id, submission_id),
  CONSTRAINT completed_result__max_points__range CHECK ((max_points <= (1000000)::numeric)),
  CONSTRAINT completed_result__points__range CHECK (((points >= (0)::numeric) AND (points <= max_points))),
  CONSTRAINT completed_result__points__two_decimals CHECK (((scale(points) <= 2) AND (scale(max_points) <= 2))),
  CONSTRAINT completed_result__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id) REFERENCES submission(submission_id, course_id, exercise_id)
);
CREATE UNIQUE INDEX completed_result__standing ON public.completed_result USING btree (submission_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX completed_result__submission_id ON public.completed_result USING btree (submission_id);
CREATE TRIGGER completed_result__guard_delete BEFORE DELETE ON public.completed_result FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
GRANT INSERT, SELECT ON completed_result TO frontend_internal;
GRANT DELETE, INSERT, SELECT ON completed_result TO manual_grading;
GRANT UPDATE (feedback_html, payload, withdrawn_at) ON completed_result TO frontend_internal;
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

CREATE TABLE course_grader (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  feedback_restricted boolean NOT NULL,
  grading_restricted boolean NOT NULL,
  CONSTRAINT course_grader__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT course_grader__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_grader__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT DELETE, INSERT, SELECT, UPDATE ON course_grader TO frontend_internal;
GRANT DELETE, INSERT, SELECT, UPDATE ON course_grader TO public_api;

CREATE TABLE course_grader_language (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  language text NOT NULL,
  CONSTRAINT course_grader_language__pkey PRIMARY KEY (course_id, user_id, language),
  CONSTRAINT course_grader_language__language__fkey FOREIGN KEY (course_id, language) REFERENCES course_language(course_id, language),
  CONSTRAINT course_grader_language__user_id__fkey FOREIGN KEY (course_id, user_id) REFERENCES course_grader(course_id, user_id)
);
GRANT DELETE, INSERT, SELECT ON course_grader_language TO frontend_internal;
GRANT DELETE, INSERT, SELECT ON course_grader_language TO public_api;

CREATE TABLE course_grader_tag (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  purpose text NOT NULL,
  slug text NOT NULL,
  CONSTRAINT course_grader_tag__pkey PRIMARY KEY (course_id, user_id, purpose, slug),
  CONSTRAINT course_grader_tag__purpose__known CHECK ((purpose = ANY (ARRAY['feedback'::text, 'grading'::text]))),
  CONSTRAINT course_grader_tag__slug__fkey FOREIGN KEY (course_id, slug) REFERENCES course_tag(course_id, slug),
  CONSTRAINT course_grader_tag__user_id__fkey FOREIGN KEY (course_id, user_id) REFERENCES course_grader(course_id, user_id)
);
GRANT DELETE, INSERT, SELECT ON course_grader_tag TO frontend_internal;
GRANT DELETE, INSERT, SELECT ON course_grader_tag TO public_api;

CREATE TABLE course_language (
  course_id bigint NOT NULL,
  language text NOT NULL,
  CONSTRAINT course_language__pkey PRIMARY KEY (course_id, language),
  CONSTRAINT course_language__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT DELETE, INSERT, SELECT ON course_language TO frontend_internal;
GRANT SELECT ON course_language TO manual_grading;
GRANT DELETE, INSERT, SELECT ON course_language TO public_api;

CREATE TABLE course_settings (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  document json NOT NULL,
  slug text NOT NULL GENERATED ALWAYS AS ((document ->> 'slug'::text)) STORED,
  name text NOT NULL GENERATED ALWAYS AS ((document ->> 'name'::text)) STORED,
  listed boolean NOT NULL GENERATED ALWAYS AS (((document ->> 'listed'::text))::boolean) STORED,
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT course_settings__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_settings__course_id__range CHECK (((course_id >= 1) AND (course_id <= '9007199254740991'::bigint))),
  CONSTRAINT course_settings__document__course_id CHECK ((NOT (((document ->> 'courseId'::text))::bigint IS DISTINCT FROM course_id))),
  CONSTRAINT course_settings__document__revision CHECK ((NOT (((document ->> 'revision'::text))::integer IS DISTINCT FROM revision))),
  CONSTRAINT course_settings__revision__range CHECK ((revision >= 1)),
  CONSTRAINT course_settings__slug__fkey FOREIGN KEY (slug, course_id) REFERENCES course_slug(slug, course_id)
);
GRANT INSERT, SELECT ON course_settings TO frontend_internal;
GRANT SELECT ON course_settings TO public_api;
GRANT UPDATE (revision, document, updated_at) ON course_settings TO frontend_internal;
GRANT SELECT (course_id, revision, slug, name, listed) ON course_settings TO manual_grading;
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

CREATE TABLE course_visible_tag (
  course_id bigint NOT NULL,
  slug text NOT NULL,
  CONSTRAINT course_visible_tag__pkey PRIMARY KEY (course_id, slug),
  CONSTRAINT course_visible_tag__slug__fkey FOREIGN KEY (course_id, slug) REFERENCES course_tag(course_id, slug)
);
GRANT DELETE, INSERT, SELECT ON course_visible_tag TO frontend_internal;
GRANT DELETE, INSERT, SELECT ON course_visible_tag TO public_api;

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
  after_grading_time text,
  after_grader_id bigint,
  standing text NOT NULL DEFAULT 'unknown'::text,
  standing_verification_at timestamp with time zone,
  notify boolean NOT NULL,
  fixture boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT delivery__pkey PRIMARY KEY (id),
  CONSTRAINT delivery__ambiguous_at CHECK (((state = 'ambiguous'::text) = (ambiguous_at IS NOT NULL))),
  CONSTRAINT delivery__answer__of_a_send CHECK (((confirmed_by <> 'answer'::text) OR (started_at IS NOT NULL))),
  CONSTRAINT delivery__cancelled_as__known CHECK ((cancelled_as = ANY (ARRAY['person'::text, 'reopened'::text, 'erased'::text]))),
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
  CONSTRAINT delivery__next_verification_at CHECK (((state = 'ambiguous'::text) OR (num_nonnulls(next_verification_at, verification_lease_until) = 0))),
  CONSTRAINT delivery__not_before CHECK (((state = 'pending'::text) = (not_before IS NOT NULL))),
  CONSTRAINT delivery__overwrite_seen CHECK (((NOT overwrite_seen) OR (seen_at IS NOT NULL))),
  CONSTRAINT delivery__refused__kind CHECK (((state <> 'refused'::text) OR (kind IS NOT NULL))),
  CONSTRAINT delivery__refused_at CHECK (((state = 'refused'::text) = (refused_at IS NOT NULL))),
  CONSTRAINT delivery__seen CHECK (((seen_at IS NOT NULL) OR (num_nonnulls(seen_grade, seen_grading_time, seen_grader_id) = 0))),
  CONSTRAINT delivery__send_number__range CHECK ((send_number >= 1)),
  CONSTRAINT delivery__standing__known CHECK ((standing = ANY (ARRAY['ours'::text, 'changed'::text, 'unknown'::text]))),
  CONSTRAINT delivery__standing__of_a_verification CHECK (((standing = 'unknown'::text) OR ((upstream_at IS NOT NULL) AND ((standing <> 'ours'::text) OR (verified_after_at IS NOT NULL))))),
  CONSTRAINT delivery__standing_verification_at CHECK (((standing_verification_at IS NULL) OR (standing = 'ours'::text))),
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
    ELSE ((state = 'delivered'::text) AND (num_nonnulls(upstream_status, upstream_grade) = 2))
END),
  CONSTRAINT delivery__upstream_status__known CHECK ((upstream_status = ANY (ARRAY['initialized'::text, 'waiting'::text, 'error'::text, 'rejected'::text, 'ready'::text, 'unofficial'::text]))),
  CONSTRAINT delivery__verified_after CHECK (
CASE
    WHEN (verified_after_at IS NULL) THEN (num_nonnulls(after_grading_time, after_grader_id) = 0)
    ELSE (state = 'delivered'::text)
END),
  CONSTRAINT delivery__result_id__fkey FOREIGN KEY (result_id, submission_id) REFERENCES completed_result(id, submission_id),
  CONSTRAINT delivery__submission_id__fkey FOREIGN KEY (submission_id, course_id, exercise_id) REFERENCES submission(submission_id, course_id, exercise_id)
);
CREATE INDEX delivery__course_id ON public.delivery USING btree (course_id, ordinal);
CREATE INDEX delivery__course_id__unfinished ON public.delivery USING btree (course_id, state, ordinal) WHERE (state <> ALL (ARRAY['delivered'::text, 'cancelled'::text]));
CREATE INDEX delivery__due ON public.delivery USING btree (not_before, ordinal) WHERE (state = 'pending'::text);
CREATE INDEX delivery__leased ON public.delivery USING btree (lease_until) WHERE (state = 'sending'::text);
CREATE INDEX delivery__standing_verification_due ON public.delivery USING btree (standing_verification_at) WHERE (standing_verification_at IS NOT NULL);
CREATE INDEX delivery__submission_id ON public.delivery USING btree (submission_id, ordinal);
CREATE UNIQUE INDEX delivery__unfinished ON public.delivery USING btree (submission_id) WHERE (state <> ALL (ARRAY['delivered'::text, 'cancelled'::text]));
CREATE INDEX delivery__verifications_due ON public.delivery USING btree (next_verification_at) WHERE ((state = 'ambiguous'::text) AND (next_verification_at IS NOT NULL));
CREATE TRIGGER delivery__guard_change BEFORE UPDATE ON public.delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_change();
CREATE TRIGGER delivery__guard_delete BEFORE DELETE ON public.delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER delivery__guard_insert BEFORE INSERT ON public.delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_insert();
CREATE TRIGGER delivery__guard_notify BEFORE UPDATE OF notify ON public.delivery FOR EACH ROW WHEN ((old.notify IS DISTINCT FROM new.notify)) EXECUTE FUNCTION delivery__guard_notify();
CREATE TRIGGER delivery__guard_start AFTER UPDATE ON public.delivery FOR EACH ROW WHEN (((old.started_at IS DISTINCT FROM new.started_at) OR ((old.started_at IS NOT NULL) AND (old.state <> new.state)))) EXECUTE FUNCTION delivery__guard_start();
CREATE TRIGGER delivery__notify_new AFTER INSERT ON public.delivery FOR EACH ROW WHEN ((new.state = 'pending'::text)) EXECUTE FUNCTION delivery__notify();
CREATE TRIGGER delivery__notify_pending AFTER UPDATE OF state ON public.delivery FOR EACH ROW WHEN (((new.state = 'pending'::text) AND (old.state <> 'pending'::text) AND (new.not_before <= clock_timestamp()))) EXECUTE FUNCTION delivery__notify();
GRANT INSERT, SELECT ON delivery TO frontend_internal;
GRANT DELETE, INSERT, SELECT, UPDATE ON delivery TO manual_grading;
GRANT UPDATE (state, send_number, started_at, not_before, failures, failing_since, kind, ambiguous_at, refused_at, delivered_at, confirmed_by, delivered_number, cancelled_at, cancelled_as, next_verification_at, verification_lease_until, overwrite_seen, standing, standing_verification_at, updated_at) ON delivery TO frontend_internal;

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
  CONSTRAINT exercise_grading__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
GRANT INSERT, SELECT ON exercise_grading TO frontend_internal;
GRANT UPDATE (rubric_id, anonymous, attempts, claim_order, auto_points, release, release_at, lease_minutes, max_open_claims, due_at, notify, revision, updated_at) ON exercise_grading TO frontend_internal;
GRANT SELECT (course_id, exercise_id, anonymous, attempts) ON exercise_grading TO manual_grading;

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
  CONSTRAINT roster_student__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT roster_student__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT roster_student__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot(course_id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX roster_student__search_text ON public.roster_student USING gin (course_id, search_text gin_trgm_ops) WITH (fastupdate=off);
GRANT DELETE, INSERT, SELECT, UPDATE ON roster_student TO frontend_internal;

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
  CONSTRAINT snapshot_exercise__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT snapshot_exercise__module_id__fkey FOREIGN KEY (course_id, module_id) REFERENCES snapshot_module(course_id, module_id)
);
CREATE INDEX snapshot_exercise__module_id ON public.snapshot_exercise USING btree (course_id, module_id);
GRANT DELETE, INSERT, SELECT, UPDATE ON snapshot_exercise TO frontend_internal;

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
GRANT UPDATE (exercise_id, criterion_id, label, text, points, search_text, retired_at, revision) ON snippet TO frontend_internal;

CREATE TABLE submission (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamp with time zone NOT NULL,
  language text NOT NULL,
  attempt integer NOT NULL,
  max_points integer NOT NULL,
  auto_points numeric,
  in_queue boolean NOT NULL,
  fixture boolean NOT NULL,
  registered_at timestamp with time zone NOT NULL,
  CONSTRAINT submission__pkey PRIMARY KEY (submission_id),
  CONSTRAINT submission__whole_key UNIQUE (submission_id, course_id, exercise_id),
  CONSTRAINT submission__attempt__range CHECK ((attempt >= 1)),
  CONSTRAINT submission__exercise_id__range CHECK (((exercise_id >= 1) AND (exercise_id <= '9007199254740991'::bigint))),
  CONSTRAINT submission__language__length CHECK (((length(language) >= 1) AND (length(language) <= 35))),
  CONSTRAINT submission__max_points__range CHECK ((max_points >= 0)),
  CONSTRAINT submission__submission_id__range CHECK (((submission_id >= 1) AND (submission_id <= '9007199254740991'::bigint))),
  CONSTRAINT submission__submitted_at__milliseconds CHECK ((submitted_at = date_trunc('milliseconds'::text, submitted_at))),
  CONSTRAINT submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings(course_id)
);
CREATE INDEX submission__exercise_id ON public.submission USING btree (course_id, exercise_id, submission_id);
CREATE INDEX submission__exercise_id__submitted_at ON public.submission USING btree (course_id, exercise_id, submitted_at, submission_id);
CREATE INDEX submission__queue ON public.submission USING btree (course_id, exercise_id, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__submitted_at ON public.submission USING btree (course_id, submitted_at, submission_id);
GRANT SELECT ON submission TO frontend_internal;
GRANT DELETE, INSERT, SELECT, UPDATE ON submission TO manual_grading;
GRANT UPDATE (in_queue) ON submission TO frontend_internal;

CREATE TABLE submission_submitter (
  submission_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT submission_submitter__pkey PRIMARY KEY (submission_id, user_id),
  CONSTRAINT submission_submitter__user_id__range CHECK (((user_id >= 1) AND (user_id <= '9007199254740991'::bigint))),
  CONSTRAINT submission_submitter__submission_id__fkey FOREIGN KEY (submission_id) REFERENCES submission(submission_id) ON DELETE CASCADE
);
CREATE INDEX submission_submitter__user_id ON public.submission_submitter USING btree (user_id, submission_id);
GRANT DELETE, SELECT ON submission_submitter TO frontend_internal;
GRANT INSERT, SELECT ON submission_submitter TO manual_grading;

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

CREATE VIEW student_visible_result AS
 SELECT NULL::bigint AS submission_id,
    NULL::uuid AS result_id,
    NULL::numeric AS points,
    NULL::numeric AS max_points,
    NULL::timestamp with time zone AS released_at
  WHERE false;
GRANT SELECT ON student_visible_result TO frontend_internal;

CREATE EXTENSION btree_gin;
CREATE EXTENSION pg_trgm;
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
GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO frontend_internal;
GRANT USAGE ON SCHEMA public TO manual_grading;
GRANT USAGE ON SCHEMA public TO public_api;
