-- When the course ends, as the refresh that made the snapshot read it; null: read by a release that did not ask. And when the people in
-- the snapshot were erased because the time for which they are kept was over; null: they are there.
ALTER TABLE course_snapshot ADD COLUMN ends_at timestamptz, ADD COLUMN people_erased_at timestamptz;
