-- Every slug that a course has or ever had: it stays reserved for that course.
CREATE TABLE course_slug (
  slug text NOT NULL,
  course_id bigint NOT NULL,
  reserved_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT course_slug__pkey PRIMARY KEY (slug),
  -- What course_settings refers to, so that a course can only use a slug of its own.
  CONSTRAINT course_slug__slug_course_id__key UNIQUE (slug, course_id),
  CONSTRAINT course_slug__slug__form CHECK (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND length(slug) <= 64),
  CONSTRAINT course_slug__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991)
);

-- Whether languages and tags that a document of settings names are the course's own.
CREATE FUNCTION course_settings__names_own(document jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(document -> 'visibleTagSlugs' <@ own.tags, TRUE) AND NOT EXISTS (
    SELECT
    FROM jsonb_array_elements(document -> 'graders') AS grader (value)
    WHERE NOT grader.value -> 'languages' <@ (document -> 'languages')
      OR NOT coalesce(grader.value -> 'feedbackTags', '[]') <@ own.tags
      OR NOT coalesce(grader.value -> 'gradingTags', '[]') <@ own.tags
  )
  FROM jsonb_path_query_array(document, '$.tags[*].slug') AS own (tags)
$$;

CREATE FUNCTION course_settings__grader_ids(document json) RETURNS bigint[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(
    SELECT (grader.value ->> 'userId')::bigint FROM json_array_elements(document -> 'graders') AS grader (value)
  )
$$;

-- In the order of the document: the first one is the main language.
CREATE FUNCTION course_settings__languages(document json) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY(SELECT json_array_elements_text(document -> 'languages'))
$$;

-- One row per configured course. The grader's service may not read the document, only columns that are made of it. The document is json,
-- not jsonb: replies hold exactly the bytes that were written.
CREATE TABLE course_settings (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  document json NOT NULL,
  slug text NOT NULL GENERATED ALWAYS AS (document ->> 'slug') STORED,
  name text NOT NULL GENERATED ALWAYS AS (document ->> 'name') STORED,
  listed boolean NOT NULL GENERATED ALWAYS AS ((document ->> 'listed')::boolean) STORED,
  grader_ids bigint[] NOT NULL GENERATED ALWAYS AS (course_settings__grader_ids(document)) STORED,
  languages text[] NOT NULL GENERATED ALWAYS AS (course_settings__languages(document)) STORED,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT course_settings__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_settings__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT course_settings__revision__range CHECK (revision >= 1),
  CONSTRAINT course_settings__document__course_id CHECK ((document ->> 'courseId')::bigint IS NOT DISTINCT FROM course_id),
  CONSTRAINT course_settings__document__revision CHECK ((document ->> 'revision')::integer IS NOT DISTINCT FROM revision),
  CONSTRAINT course_settings__document__names_own CHECK (course_settings__names_own(document::jsonb)),
  CONSTRAINT course_settings__slug__fkey FOREIGN KEY (slug, course_id) REFERENCES course_slug (slug, course_id)
);

-- The course's tags as of the last refresh from the learning platform, which alone changes them.
CREATE TABLE course_tag (
  course_id bigint NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  color text NOT NULL,
  font_white boolean NOT NULL,
  -- The tag's id on the learning platform, where it is known.
  upstream_tag_id bigint,
  -- Vanished there, and kept here for as long as the settings use it.
  gone boolean NOT NULL DEFAULT false,
  CONSTRAINT course_tag__pkey PRIMARY KEY (course_id, slug),
  CONSTRAINT course_tag__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

-- The primary key keeps that at most one course grades an exercise by hand.
CREATE TABLE manual_grading_exercise (
  exercise_id bigint NOT NULL,
  course_id bigint NOT NULL,
  CONSTRAINT manual_grading_exercise__pkey PRIMARY KEY (exercise_id),
  CONSTRAINT manual_grading_exercise__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT manual_grading_exercise__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

CREATE INDEX manual_grading_exercise__course_id ON manual_grading_exercise (course_id);

-- What every write changed: nothing is ever deleted or updated here, and the automation API cannot even read it.
CREATE TABLE course_settings_revision (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  user_id bigint NOT NULL,
  boundary text NOT NULL,
  operation text NOT NULL,
  before json,
  after json NOT NULL,
  CONSTRAINT course_settings_revision__pkey PRIMARY KEY (course_id, revision),
  CONSTRAINT course_settings_revision__boundary__known CHECK (boundary IN ('public', 'frontend')),
  CONSTRAINT course_settings_revision__before__from_second CHECK ((before IS NULL) = (revision = 1)),
  CONSTRAINT course_settings_revision__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

-- The name of each member of staff of a course, as A+ told it last. All rows of a person have the same name.
CREATE TABLE staff_name (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  full_name text NOT NULL,
  CONSTRAINT staff_name__pkey PRIMARY KEY (user_id, course_id),
  CONSTRAINT staff_name__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT staff_name__full_name__filled CHECK (full_name <> ''),
  CONSTRAINT staff_name__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

CREATE INDEX staff_name__course_id ON staff_name (course_id);

DO $$
DECLARE
  automation text := current_database() || '_public_api';
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON course_slug TO %I', frontend);
  EXECUTE format('GRANT SELECT, UPDATE (revision, document, updated_at) ON course_settings TO %I', automation);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (revision, document, updated_at) ON course_settings TO %I', frontend);
  EXECUTE format('GRANT SELECT (course_id, revision, slug, name, listed, languages) ON course_settings TO %I', grading);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON manual_grading_exercise TO %I, %I', automation, frontend);
  -- For getExerciseCourse.
  EXECUTE format('GRANT SELECT ON manual_grading_exercise TO %I', grading);
  EXECUTE format('GRANT SELECT ON course_tag TO %I', automation);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON course_tag TO %I', frontend);
  EXECUTE format('GRANT INSERT ON course_settings_revision TO %I', automation);
  EXECUTE format('GRANT SELECT, INSERT ON course_settings_revision TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (full_name) ON staff_name TO %I', automation);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (full_name) ON staff_name TO %I', frontend);
END
$$;
