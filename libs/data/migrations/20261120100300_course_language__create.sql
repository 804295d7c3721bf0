CREATE TABLE course_language (
  course_id bigint NOT NULL,
  language text NOT NULL,
  CONSTRAINT course_language__pkey PRIMARY KEY (course_id, language),
  CONSTRAINT course_language__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON course_language TO %I, %I',
    current_database() || '_public_api', current_database() || '_frontend_internal');
END
$$;
