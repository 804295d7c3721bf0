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
ALTER ROLE :"backup" LOGIN REPLICATION PASSWORD :'backup_password';

SELECT format('ALTER DATABASE %I OWNER TO %I', current_database(), :'owner')
\gexec

\ir large-objects.sql
