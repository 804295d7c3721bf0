-- Rights that no statement of the services uses; an architecture test compares the two.
DO $$
DECLARE
  grading text := current_database() || '_manual_grading';
  frontend text := current_database() || '_frontend_internal';
BEGIN
  EXECUTE format('REVOKE DELETE ON capability, submission_submitter FROM %I', grading);
  EXECUTE format('REVOKE DELETE ON preferences, course_erased_person FROM %I', frontend);
  EXECUTE format('REVOKE SELECT ON delivery_control FROM %I', frontend);
END
$$;
