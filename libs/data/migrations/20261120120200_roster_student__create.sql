CREATE TABLE roster_student (
  course_id bigint NOT NULL,
  user_id bigint NOT NULL,
  username text NOT NULL,
  full_name text NOT NULL,
  email text NOT NULL,
  student_id text,
  tag_slugs text[] NOT NULL,
  -- Name, e-mail and student id, case-folded, one per line.
  search_text text NOT NULL,
  CONSTRAINT roster_student__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT roster_student__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT roster_student__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot (course_id)
    DEFERRABLE INITIALLY DEFERRED
);

-- No pending list: after a refresh of a whole course the next searches would have to read through it.
CREATE INDEX roster_student__search_text ON roster_student
  USING gin (course_id, search_text gin_trgm_ops) WITH (fastupdate = off);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON roster_student TO %I',
    current_database() || '_frontend_internal');
END
$$;
