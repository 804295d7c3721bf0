-- How an exercise is graded by hand, at revision 1 with the first write. It stays when the exercise leaves the settings of the course.
CREATE TABLE exercise_grading (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  -- Null: one criterion of points.
  rubric_id uuid,
  -- Whether staff are told aliases in place of names until the release.
  anonymous boolean NOT NULL,
  attempts text NOT NULL,
  claim_order text NOT NULL,
  auto_points text NOT NULL,
  release text NOT NULL,
  release_at timestamptz,
  lease_minutes integer NOT NULL,
  max_open_claims integer NOT NULL,
  due_at timestamptz,
  notify boolean NOT NULL,
  revision integer NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT exercise_grading__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT exercise_grading__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT exercise_grading__exercise_id__range CHECK (exercise_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT exercise_grading__attempts__known CHECK (attempts IN ('latest', 'all')),
  CONSTRAINT exercise_grading__claim_order__known CHECK (claim_order IN ('bands', 'oldest')),
  CONSTRAINT exercise_grading__auto_points__known CHECK (auto_points IN ('shown', 'added')),
  CONSTRAINT exercise_grading__release__known CHECK (release IN ('immediate', 'manual')),
  CONSTRAINT exercise_grading__release_at__manual CHECK (release_at IS NULL OR release = 'manual'),
  CONSTRAINT exercise_grading__release_at__milliseconds CHECK (release_at = date_trunc('milliseconds', release_at, 'UTC')),
  CONSTRAINT exercise_grading__due_at__milliseconds CHECK (due_at = date_trunc('milliseconds', due_at, 'UTC')),
  CONSTRAINT exercise_grading__lease_minutes__range CHECK (lease_minutes BETWEEN 5 AND 240),
  CONSTRAINT exercise_grading__max_open_claims__range CHECK (max_open_claims BETWEEN 1 AND 50),
  CONSTRAINT exercise_grading__revision__range CHECK (revision >= 1)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (rubric_id, anonymous, attempts, claim_order, auto_points, release, release_at,
    lease_minutes, max_open_claims, due_at, notify, revision, updated_at) ON exercise_grading TO %I',
    current_database() || '_frontend_internal');
  -- For getExerciseCourse.
  EXECUTE format('GRANT SELECT (course_id, exercise_id, attempts) ON exercise_grading TO %I',
    current_database() || '_manual_grading');
END
$$;
