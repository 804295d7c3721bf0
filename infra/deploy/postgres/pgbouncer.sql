-- Services set these when they connect, and PgBouncer does not pass them on, so here they become defaults of the roles in this database.
-- Run it as roles.sql, and after it. PgBouncer's connect_query does not work instead, because its settings end with the first client.
-- statement_timeout corresponds to the services' DATABASE_TIMEOUT_MS: if you change one, change both. lock_timeout must be above the
-- server's deadlock_timeout, by default 1s: otherwise no deadlock is ever found, and services warn of it (lock_timeout_short).

DO $$
DECLARE
  wanted record;
BEGIN
  FOR wanted IN
    SELECT current_database() || '_' || service AS role, setting, value
    FROM (VALUES ('public_api'), ('frontend_internal'), ('manual_grading')) AS services (service)
    CROSS JOIN (VALUES
      ('statement_timeout', '5s'),
      ('lock_timeout', '1.5s'),
      ('idle_in_transaction_session_timeout', '5s'),
      ('TimeZone', 'UTC'),
      ('DateStyle', 'ISO'),
      ('default_transaction_isolation', 'read committed')
    ) AS settings (setting, value)
  LOOP
    EXECUTE format('ALTER ROLE %I IN DATABASE %I SET %I = %L', wanted.role, current_database(), wanted.setting, wanted.value);
  END LOOP;
END
$$;
