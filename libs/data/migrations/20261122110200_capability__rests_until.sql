-- Nothing is sent before: the learning platform rewrites the whole submission when what it registered for comes back to it, and
-- loses a grade that was delivered meanwhile. Null: registered before this was kept.
ALTER TABLE capability ADD COLUMN rests_until timestamptz;
