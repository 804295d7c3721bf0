-- By default every role may make large objects, which it then owns, which grow without limit and belong to no table. Nothing here
-- uses them. The functions belong to the superuser of the server, so an owner of the database who is none cannot revoke them; then
-- a warning names what the superuser has to run in this database.
DO $$
DECLARE
  lo regprocedure;
BEGIN
  FOR lo IN
    SELECT pg_proc.oid::regprocedure
    FROM pg_proc
    WHERE pg_proc.pronamespace = 'pg_catalog'::regnamespace
      AND pg_proc.proname IN ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lo_import', 'lo_export', 'lo_open', 'lowrite', 'loread',
        'lo_truncate', 'lo_truncate64', 'lo_unlink', 'lo_get', 'lo_lseek', 'lo_lseek64', 'lo_tell', 'lo_tell64', 'lo_close')
  LOOP
    IF pg_has_role(current_user, (SELECT pg_proc.proowner FROM pg_proc WHERE pg_proc.oid = lo), 'USAGE') THEN
      EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', lo);
    ELSE
      RAISE WARNING 'a superuser has to run in this database: REVOKE ALL ON FUNCTION % FROM PUBLIC', lo;
    END IF;
  END LOOP;
END
$$;
