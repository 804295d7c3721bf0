-- How an exercise is graded by hand, at revision 1 with the first write. It stays when the exercise leaves the settings of the course.
CREATE TABLE exercise_grading (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  -- Null: one criterion of points.
  rubric_id uuid,
  -- Whether staff see aliases in place of names until the release.
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
  -- Grading settings name a rubric of their own course.
  CONSTRAINT exercise_grading__rubric_id__fkey FOREIGN KEY (rubric_id, course_id) REFERENCES rubric (rubric_id, course_id),
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

-- The numbers that staff see for students whose work is anonymous until its release. A number is given once, and stays.
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

-- Of which rubric or snippet of another course a course has a copy, so that copying again makes no second one.
CREATE TABLE grading_copy (
  course_id bigint NOT NULL,
  -- A rubric or a snippet, of any course.
  source_id uuid NOT NULL,
  copy_id uuid NOT NULL,
  copied_at timestamptz NOT NULL,
  -- What was published of the rubric when it was copied; null of a snippet.
  source_version integer,
  source_wording integer,
  CONSTRAINT grading_copy__pkey PRIMARY KEY (course_id, source_id),
  CONSTRAINT grading_copy__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT grading_copy__source_version__pair CHECK ((source_version IS NULL) = (source_wording IS NULL))
);

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format(
    'GRANT SELECT, INSERT, UPDATE (rubric_id, anonymous, attempts, claim_order, auto_points, release, release_at, '
      'lease_minutes, max_open_claims, due_at, notify, revision, updated_at) ON exercise_grading TO %I', frontend);
  -- For getExerciseCourse, registrations and sends.
  EXECUTE format('GRANT SELECT (course_id, exercise_id, anonymous, attempts, notify) ON exercise_grading TO %I', grading);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (user_id) ON exercise_alias TO %I', frontend);
  -- A registration makes the aliases of its submitters where the exercise is anonymous, and reads none.
  EXECUTE format('GRANT INSERT ON exercise_alias TO %I', grading);
  EXECUTE format('GRANT SELECT, INSERT ON grading_copy TO %I', frontend);
END
$$;
