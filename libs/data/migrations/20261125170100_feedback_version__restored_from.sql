ALTER TABLE feedback_version
  -- The version whose text this one took over; null once something else was saved in it.
  ADD COLUMN restored_from integer;

DO $$
BEGIN
  EXECUTE format('GRANT UPDATE (saved_by, restored_from) ON feedback_version TO %I', current_database() || '_frontend_internal');
END
$$;
