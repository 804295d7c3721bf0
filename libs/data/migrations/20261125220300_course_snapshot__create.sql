-- One snapshot per course, replaced whole. Its parts refer to it when the transaction ends: its row is written last.
CREATE TABLE course_snapshot (
  course_id bigint NOT NULL,
  -- Rises by one with each replacement.
  revision integer NOT NULL,
  -- When its reading began: everything in it is at least as new.
  taken_at timestamptz NOT NULL,
  -- Whether the learning platform showed the course to its students.
  visible boolean NOT NULL,
  -- As of the last refresh with a teacher's token; before the first, the tags of the settings.
  tags json NOT NULL,
  -- What the last replacement changed, for those who waited for it.
  changes json NOT NULL,
  -- When the course ends, as the refresh that made the snapshot read it.
  ends_at timestamptz,
  -- When the people in the snapshot were erased because their retention had ended; null while they are there.
  people_erased_at timestamptz,
  CONSTRAINT course_snapshot__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_snapshot__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT course_snapshot__revision__range CHECK (revision >= 1)
);

-- Which process refreshes a course, and until when no other may. The row stays: changes of the roster lock it, too.
CREATE TABLE course_snapshot_refresh (
  course_id bigint NOT NULL,
  holder uuid,
  leased_at timestamptz,
  leased_until timestamptz,
  CONSTRAINT course_snapshot_refresh__pkey PRIMARY KEY (course_id),
  CONSTRAINT course_snapshot_refresh__course_id__range CHECK (course_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT course_snapshot_refresh__holder__whole CHECK (num_nulls(holder, leased_at, leased_until) IN (0, 3))
);

CREATE TABLE snapshot_module (
  course_id bigint NOT NULL,
  module_id bigint NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  open boolean NOT NULL,
  -- The learning platform shows it only to teachers, and we show it only to staff.
  hidden boolean NOT NULL,
  CONSTRAINT snapshot_module__pkey PRIMARY KEY (course_id, module_id),
  CONSTRAINT snapshot_module__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot (course_id)
    DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE snapshot_exercise (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  module_id bigint NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  max_points bigint NOT NULL,
  -- Whether it is graded by hand, as of the refresh: all readers of one revision of a snapshot see the same.
  manual boolean NOT NULL,
  -- When the last reading that had it began, if later ones did not have it; null while the snapshot's own had it.
  read_at timestamptz,
  CONSTRAINT snapshot_exercise__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT snapshot_exercise__module_id__fkey FOREIGN KEY (course_id, module_id)
    REFERENCES snapshot_module (course_id, module_id)
);

CREATE INDEX snapshot_exercise__module_id ON snapshot_exercise (course_id, module_id);

-- Exercises that are graded or assessed here and that the learning platform itself withholds from students, whether or not its list of
-- the course has them.
CREATE TABLE snapshot_withheld_exercise (
  course_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  CONSTRAINT snapshot_withheld_exercise__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT snapshot_withheld_exercise__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot (course_id)
    DEFERRABLE INITIALLY DEFERRED
);

-- What students see nothing of, but for the course itself. Every read of a student asks it.
CREATE VIEW hidden_exercise AS
SELECT snapshot_exercise.course_id, snapshot_exercise.exercise_id
FROM snapshot_exercise
JOIN snapshot_module ON snapshot_module.course_id = snapshot_exercise.course_id
  AND snapshot_module.module_id = snapshot_exercise.module_id AND snapshot_module.hidden
UNION ALL
SELECT snapshot_withheld_exercise.course_id, snapshot_withheld_exercise.exercise_id FROM snapshot_withheld_exercise;

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
  -- When a refresh missed the person first, who has left the course; null while present. Only the names stay in use.
  left_at timestamptz,
  CONSTRAINT roster_student__pkey PRIMARY KEY (course_id, user_id),
  CONSTRAINT roster_student__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT roster_student__left_at__no_tags CHECK (left_at IS NULL OR tag_slugs = '{}'),
  CONSTRAINT roster_student__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot (course_id)
    DEFERRABLE INITIALLY DEFERRED
);

-- No pending list: after a refresh of a whole course the next searches would have to read through it.
CREATE INDEX roster_student__search_text ON roster_student
  USING gin (course_id, search_text gin_trgm_ops) WITH (fastupdate = off);
-- Names are looked up in any course, the roster's own first.
CREATE INDEX roster_student__user_id ON roster_student (user_id, course_id);

-- The students of a course. The table is only for names, and for the retention, the export and the erasure of a person: whoever has left
-- has no rights and no tags, and is not counted.
CREATE VIEW present_student AS
SELECT roster_student.course_id, roster_student.user_id, roster_student.username, roster_student.full_name, roster_student.email,
  roster_student.student_id, roster_student.tag_slugs, roster_student.search_text
FROM roster_student
WHERE roster_student.left_at IS NULL;

-- The heads of the submissions to exercises that are graded by hand.
CREATE TABLE snapshot_submission (
  course_id bigint NOT NULL,
  submission_id bigint NOT NULL,
  exercise_id bigint NOT NULL,
  submitted_at timestamptz NOT NULL,
  -- As the learning platform names it.
  status text NOT NULL,
  grade numeric NOT NULL,
  -- As in snapshot_exercise.
  read_at timestamptz,
  CONSTRAINT snapshot_submission__pkey PRIMARY KEY (course_id, submission_id),
  CONSTRAINT snapshot_submission__submission_id__range CHECK (submission_id BETWEEN 1 AND 9007199254740991),
  -- A cursor is a time in milliseconds: a row between two of them would be on two pages, or on none.
  CONSTRAINT snapshot_submission__submitted_at__milliseconds
    CHECK (submitted_at = date_trunc('milliseconds', submitted_at)),
  CONSTRAINT snapshot_submission__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_snapshot (course_id)
    DEFERRABLE INITIALLY DEFERRED
);

CREATE INDEX snapshot_submission__exercise_id ON snapshot_submission (course_id, exercise_id);
-- For pages of all submissions of a course, and of an exercise.
CREATE INDEX snapshot_submission__submitted_at ON snapshot_submission (course_id, submitted_at, submission_id);
CREATE INDEX snapshot_submission__exercise_id__submitted_at
  ON snapshot_submission (course_id, exercise_id, submitted_at, submission_id);
-- For a submission whose course is not known.
CREATE INDEX snapshot_submission__submission_id ON snapshot_submission (submission_id);

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
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON course_snapshot, course_snapshot_refresh TO %I', frontend);
  EXECUTE format(
    'GRANT SELECT, INSERT, UPDATE, DELETE ON snapshot_module, snapshot_exercise, roster_student, snapshot_submission TO %I', frontend);
  EXECUTE format('GRANT SELECT ON present_student, hidden_exercise TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON snapshot_submitter, snapshot_withheld_exercise TO %I', frontend);
  -- What the learning platform shows of a grade follows from the maximum of the exercise.
  EXECUTE format('GRANT SELECT (course_id, taken_at) ON course_snapshot TO %I', grading);
  EXECUTE format('GRANT SELECT (course_id, exercise_id, max_points, read_at) ON snapshot_exercise TO %I', grading);
  -- A grade is sent with the names of its submitters, which no stored text has.
  EXECUTE format('GRANT SELECT (course_id, user_id, full_name) ON roster_student TO %I', grading);
END
$$;
