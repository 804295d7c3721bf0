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
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (full_name) ON staff_name TO %I', current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (full_name) ON staff_name TO %I', current_database() || '_public_api');
END
$$;
