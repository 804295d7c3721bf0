-- As the catalogs describe it. Written by `pnpm --filter @course-grading/data dump-schema`, never by hand.

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

GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO frontend_internal;
GRANT USAGE ON SCHEMA public TO manual_grading;
GRANT USAGE ON SCHEMA public TO public_api;
