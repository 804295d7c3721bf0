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
