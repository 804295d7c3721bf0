-- The owner of the schema and the role of the backups, for a superuser, in the services' database. Neither is a superuser. Their names
-- begin with the database's.

\getenv owner_password OWNER_PASSWORD
\getenv backup_password BACKUP_PASSWORD

SELECT current_database() || '_owner' AS owner, current_database() || '_backup' AS backup
\gset

SELECT format('CREATE ROLE %I', wanted.name)
FROM (VALUES (:'owner'), (:'backup')) AS wanted (name)
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE pg_roles.rolname = wanted.name)
\gexec

ALTER ROLE :"owner" LOGIN CREATEROLE PASSWORD :'owner_password';
ALTER ROLE :"backup" LOGIN NOREPLICATION PASSWORD :'backup_password';

SELECT format('ALTER DATABASE %I OWNER TO %I', current_database(), :'owner')
\gexec

\ir large-objects.sql

-- What pgBackRest asks for, in a database without data.
\connect postgres
GRANT pg_read_all_settings TO :"backup";
GRANT EXECUTE ON FUNCTION pg_catalog.pg_backup_start, pg_catalog.pg_backup_stop, pg_catalog.pg_create_restore_point, pg_catalog.pg_switch_wal
TO :"backup";
