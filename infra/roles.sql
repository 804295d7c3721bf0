-- The login roles of the three services, for an operator. Run it as a role with CREATEROLE that owns the database,
-- once before the first migration, and again to change passwords:
--
--   psql "$MIGRATION_DATABASE_URL" -v ON_ERROR_STOP=1 \
--     -v public_api_password="$(cat public-api.password)" \
--     -v frontend_internal_password="$(cat frontend-internal.password)" \
--     -v manual_grading_password="$(cat manual-grading.password)" \
--     -f infra/roles.sql
--
-- The names come from the database's, so that several databases may share a server. What each role may do with the
-- tables is part of the migrations. A server that logs statements (log_statement = ddl or all) would log the passwords:
-- turn that off for the session, or give the roles passwords with \password afterwards.

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
