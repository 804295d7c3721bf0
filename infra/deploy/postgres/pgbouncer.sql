-- What the services ask for when they connect, and PgBouncer does not hand on, as defaults of their roles in this database. Run it
-- as roles.sql is, after that. PgBouncer's connect_query is no place for it: what it sets is gone after the first client.
-- statement_timeout stands for the services' DATABASE_TIMEOUT_MS: where that is set, set both.

DO $$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN
    SELECT current_database() || '_' || service AS role, setting, value
    FROM (VALUES ('public_api'), ('frontend_internal'), ('manual_grading')) AS services (service)
    CROSS JOIN (VALUES
      ('statement_timeout', '5s'),
      ('lock_timeout', '1s'),
      ('idle_in_transaction_session_timeout', '5s'),
      ('TimeZone', 'UTC'),
      ('DateStyle', 'ISO')
    ) AS settings (setting, value)
  LOOP
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET %I = %L', wanted.role, current_database(), wanted.setting, wanted.value);
  END LOOP;
END
$$;
