-- Who may come in at all. Each later migration grants what a service needs of its table, and no more.
-- The roles carry the database's name, so that several copies of the product fit into one cluster.
REVOKE CREATE ON SCHEMA public FROM PUBLIC;

DO $$
DECLARE
  service text;
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  FOREACH service IN ARRAY ARRAY['public_api', 'frontend_internal', 'manual_grading'] LOOP
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), current_database() || '_' || service);
    EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', current_database() || '_' || service);
    -- A service compares the newest applied migration with the one it was written for.
    EXECUTE format('GRANT SELECT ON schema_migration TO %I', current_database() || '_' || service);
  END LOOP;
END
$$;

-- For the search of students within a course. Both are trusted extensions: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

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
