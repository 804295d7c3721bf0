-- Of which rubric or snippet of another course a course has a copy, so that copying again makes no second one.
CREATE TABLE grading_copy (
  course_id bigint NOT NULL,
  -- A rubric or a snippet, of any course.
  source_id uuid NOT NULL,
  copy_id uuid NOT NULL,
  copied_at timestamptz NOT NULL,
  CONSTRAINT grading_copy__pkey PRIMARY KEY (course_id, source_id),
  CONSTRAINT grading_copy__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON grading_copy TO %I', current_database() || '_frontend_internal');
END
$$;
