-- The maximum before, the parts of another result, and whether the learning platform would show other points for it. Null in plans of the previous release.
ALTER TABLE rubric_migration_row
  ADD COLUMN max_points_before numeric,
  ADD COLUMN shown_changed boolean,
  ADD COLUMN parts json;
