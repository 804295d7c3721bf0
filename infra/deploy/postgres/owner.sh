#!/bin/sh
# Runs owner.sql as the superuser, with the passwords of the secrets: when the server is first set up, and again to change passwords.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
OWNER_PASSWORD=$(cat "$secrets/owner_password")
BACKUP_PASSWORD=$(cat "$secrets/backup_password")
export OWNER_PASSWORD BACKUP_PASSWORD
psql --username="${PGUSER:-postgres}" --dbname="${PGDATABASE:-course_grading}" -X -q -v ON_ERROR_STOP=1 -f "${OWNER_SQL:-/owner.sql}"
