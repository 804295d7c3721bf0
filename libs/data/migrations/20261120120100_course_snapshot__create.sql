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
  CONSTRAINT snapshot_exercise__pkey PRIMARY KEY (course_id, exercise_id),
  CONSTRAINT snapshot_exercise__module_id__fkey FOREIGN KEY (course_id, module_id)
    REFERENCES snapshot_module (course_id, module_id)
);

CREATE INDEX snapshot_exercise__module_id ON snapshot_exercise (course_id, module_id);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE ON course_snapshot, course_snapshot_refresh TO %I',
    current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON snapshot_module, snapshot_exercise TO %I',
    current_database() || '_frontend_internal');
END
$$;
