-- The heads of the submissions to exercises that are graded by hand.
CREATE TABLE snapshot_submission (
  course_id bigint NOT NULL,
  submission_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamptz NOT NULL,
  -- As the learning platform names it.
  status text NOT NULL,
  grade numeric NOT NULL,
  CONSTRAINT snapshot_submission__pkey PRIMARY KEY (course_id, submission_id),
  CONSTRAINT snapshot_submission__submission_id__range CHECK (submission_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT snapshot_submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot (course_id)
    DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX snapshot_submission__exercise_id ON snapshot_submission (course_id, exercise_id);

CREATE TABLE snapshot_submitter (
  course_id bigint NOT NULL,
  submission_id bigint NOT NULL,
  user_id bigint NOT NULL,
  CONSTRAINT snapshot_submitter__pkey PRIMARY KEY (course_id, user_id, submission_id),
  CONSTRAINT snapshot_submitter__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT snapshot_submitter__submission_id__fkey FOREIGN KEY (course_id, submission_id)
    REFERENCES snapshot_submission (course_id, submission_id)
);

CREATE INDEX snapshot_submitter__submission_id ON snapshot_submitter (course_id, submission_id);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON snapshot_submission TO %I',
    current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON snapshot_submitter TO %I',
    current_database() || '_frontend_internal');
END
$$;
