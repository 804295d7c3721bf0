-- The login roles of the three services, for an operator. Run it as a role with CREATEROLE that owns the database,
-- once before the first migration, and again to change passwords:
--
--   export PUBLIC_API_PASSWORD="$(cat public-api.password)"
--   export FRONTEND_INTERNAL_PASSWORD="$(cat frontend-internal.password)"
--   export MANUAL_GRADING_PASSWORD="$(cat manual-grading.password)"
--   psql -v ON_ERROR_STOP=1 -f infra/deploy/postgres/roles.sql     # the owner by PGHOST, PGUSER, PGDATABASE, PGPASSWORD
--
-- Passwords are in the environment (psql 14 or later), because everybody on the machine can read a command line.
--
-- The names begin with the database's, so that several databases may share a server. The migrations grant what each role may do with
-- the tables. A server that logs statements (log_statement = ddl or all) would log the passwords:
-- turn that off for the session, or give the roles passwords with \password afterwards.

\getenv public_api_password PUBLIC_API_PASSWORD
\getenv frontend_internal_password FRONTEND_INTERNAL_PASSWORD
\getenv manual_grading_password MANUAL_GRADING_PASSWORD

SELECT
  current_database() || '_public_api' AS public_api,
  current_database() || '_frontend_internal' AS frontend_internal,
  current_database() || '_manual_grading' AS manual_grading
\gset

SELECT format('CREATE ROLE %I LOGIN', wanted.name)
FROM (VALUES (:'public_api'), (:'frontend_internal'), (:'manual_grading')) AS wanted (name)
WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE pg_roles.rolname = wanted.name)
\gexec

ALTER ROLE :"public_api" LOGIN PASSWORD :'public_api_password';
ALTER ROLE :"frontend_internal" LOGIN PASSWORD :'frontend_internal_password';
ALTER ROLE :"manual_grading" LOGIN PASSWORD :'manual_grading_password';
