-- Large objects belong to no table and grow without limit; only a superuser can take their functions from everybody.
DO $$
DECLARE
  function_of_large_objects regprocedure;
BEGIN
  FOR function_of_large_objects IN
    SELECT pg_proc.oid::regprocedure
    FROM pg_catalog.pg_proc
    WHERE pg_proc.pronamespace = 'pg_catalog'::regnamespace
      AND (pg_proc.proname LIKE 'lo\_%' OR pg_proc.proname IN ('loread', 'lowrite'))
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', function_of_large_objects);
  END LOOP;
END
$$;
