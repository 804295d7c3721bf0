-- Submissions that are, or were, in the queue of an exercise that is graded by hand.
CREATE TABLE submission (
  submission_id bigint NOT NULL,
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamptz NOT NULL,
  language text NOT NULL,
  -- Which of its submitters' submissions it is.
  attempt integer NOT NULL,
  max_points integer NOT NULL,
  -- The points of automatic checks.
  auto_points numeric,
  -- Whether it waits for an assessment; an exercise that left the settings hides it without changing this.
  in_queue boolean NOT NULL,
  -- Whether it is a fixture: the fixture tooling may delete what was derived from it.
  fixture boolean NOT NULL,
  registered_at timestamptz NOT NULL,
  CONSTRAINT submission__pkey PRIMARY KEY (submission_id),
  -- For references that keep course and exercise the same everywhere.
  CONSTRAINT submission__whole_key UNIQUE (submission_id, course_id, exercise_id),
  CONSTRAINT submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT submission__submission_id__range CHECK (submission_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT submission__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT submission__attempt__range CHECK (attempt >= 1),
  CONSTRAINT submission__max_points__range CHECK (max_points >= 0),
  CONSTRAINT submission__language__length CHECK (length(language) BETWEEN 1 AND 35)
);

CREATE INDEX submission__queue ON submission (course_id, exercise_id, submitted_at, submission_id) WHERE in_queue;
CREATE INDEX submission__exercise_id ON submission (course_id, exercise_id, submission_id);

CREATE TABLE submission_submitter (
  submission_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT submission_submitter__pkey PRIMARY KEY (submission_id, user_id),
  CONSTRAINT submission_submitter__submission_id__fkey FOREIGN KEY (submission_id)
    REFERENCES submission (submission_id) ON DELETE CASCADE,
  CONSTRAINT submission_submitter__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991)
);

CREATE INDEX submission_submitter__user_id ON submission_submitter (user_id, submission_id);

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON submission TO %I', grading);
  EXECUTE format('GRANT SELECT, UPDATE (in_queue) ON submission TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT ON submission_submitter TO %I', grading);
  EXECUTE format('GRANT SELECT, DELETE ON submission_submitter TO %I', frontend);
  -- For getExerciseCourse; and a registration deletes the erasure of the submission's submitters.
  EXECUTE format('GRANT SELECT ON course_language TO %I', grading);
  EXECUTE format('GRANT SELECT, DELETE ON course_erased_person TO %I', grading);
END
$$;
