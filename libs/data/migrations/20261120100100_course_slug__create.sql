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

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON course_slug TO %I', current_database() || '_frontend_internal');
END
$$;
