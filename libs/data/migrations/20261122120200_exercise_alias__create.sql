-- The numbers by which staff are told of students whose work is anonymous until its release. A number is given once, and stays.
CREATE TABLE exercise_alias (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  alias integer NOT NULL,
  -- Null once the person is erased: nobody else gets the number.
  user_id bigint,
  CONSTRAINT exercise_alias__pkey PRIMARY KEY (course_id, exercise_id, alias),
  CONSTRAINT exercise_alias__user_id UNIQUE (course_id, exercise_id, user_id),
  CONSTRAINT exercise_alias__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT exercise_alias__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT exercise_alias__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT exercise_alias__alias__range CHECK (alias BETWEEN 1000 AND 9999999)
);

-- For erasures.
CREATE INDEX exercise_alias__course_id__user_id ON exercise_alias (course_id, user_id) WHERE user_id IS NOT NULL;

DO $$
DECLARE
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (user_id) ON exercise_alias TO %I', current_database() || '_frontend_internal');
  -- A registration makes the aliases of its submitters where the exercise is anonymous, and reads none.
  EXECUTE format('GRANT INSERT ON exercise_alias TO %I', grading);
  EXECUTE format('GRANT SELECT (anonymous) ON exercise_grading TO %I', grading);
END
$$;
