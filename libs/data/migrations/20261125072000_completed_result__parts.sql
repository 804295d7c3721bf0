-- What adds up to the points, frozen with them; null for results that were completed before.
ALTER TABLE completed_result ADD COLUMN parts json;

DO $$
BEGIN
  -- An erasure empties it with the texts.
  EXECUTE format('GRANT UPDATE (parts) ON completed_result TO %I', current_database() || '_frontend_internal');
END
$$;
