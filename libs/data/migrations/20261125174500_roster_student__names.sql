-- A grade is sent with the names of its submitters, which no stored text has.
DO $$
BEGIN
  EXECUTE format('GRANT SELECT (course_id, user_id, full_name) ON roster_student TO %I',
    current_database() || '_manual_grading');
END
$$;
