-- One row per configured course. The document is json, not jsonb: replies hold exactly the bytes that were written.
CREATE TABLE course_settings (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  document json NOT NULL,
  slug text NOT NULL GENERATED ALWAYS AS (document ->> 'slug') STORED,
  name text NOT NULL GENERATED ALWAYS AS (document ->> 'name') STORED,
  listed boolean NOT NULL GENERATED ALWAYS AS ((document ->> 'listed')::boolean) STORED,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT course_settings__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_settings__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT course_settings__revision__range CHECK (revision >= 1),
  CONSTRAINT course_settings__document__course_id CHECK ((document ->> 'courseId')::bigint IS NOT DISTINCT FROM course_id),
  CONSTRAINT course_settings__document__revision CHECK ((document ->> 'revision')::integer IS NOT DISTINCT FROM revision),
  CONSTRAINT course_settings__slug__fkey FOREIGN KEY (slug, course_id) REFERENCES course_slug (slug, course_id)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, UPDATE (revision, document, updated_at) ON course_settings TO %I',
    current_database() || '_public_api');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (revision, document, updated_at) ON course_settings TO %I',
    current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT (course_id, revision, slug, name, listed) ON course_settings TO %I',
    current_database() || '_manual_grading');
END
$$;
