-- The primary key keeps that at most one course grades an exercise by hand.
CREATE TABLE manual_grading_exercise (
  exercise_id bigint NOT NULL,
  course_id bigint NOT NULL,
  CONSTRAINT manual_grading_exercise__pkey PRIMARY KEY (exercise_id),
  CONSTRAINT manual_grading_exercise__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT manual_grading_exercise__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

CREATE INDEX manual_grading_exercise__course_id ON manual_grading_exercise (course_id);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON manual_grading_exercise TO %I, %I',
    current_database() || '_public_api', current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT ON manual_grading_exercise TO %I', current_database() || '_manual_grading');
END
$$;
