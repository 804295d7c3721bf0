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

-- Large objects belong to no table and grow without limit; only a superuser can take their functions from everybody.
SELECT format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', pg_proc.oid::regprocedure)
FROM pg_catalog.pg_proc
WHERE pg_proc.pronamespace = 'pg_catalog'::regnamespace
  AND (pg_proc.proname LIKE 'lo\_%' OR pg_proc.proname IN ('loread', 'lowrite'))
\gexec
