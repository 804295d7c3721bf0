#!/bin/sh
# Runs roles.sql as the owner; each service's role gets the password that is in the service's own URL.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}

password() {
  found=$(sed -nE 's#^postgres(ql)?://[^:/@]+:([A-Za-z0-9._-]+)@.+$#\2#p' "$secrets/$1")
  [ -n "$found" ] || { echo "roles: $1 has no password of A-Z a-z 0-9 . _ -" >&2; exit 1; }
  echo "$found"
}

public_api=$(password public_api_database_url)
frontend_internal=$(password frontend_internal_database_url)
manual_grading=$(password manual_grading_database_url)

exec psql "$(cat "$secrets/owner_database_url")" -X -q -v ON_ERROR_STOP=1 \
  -v public_api_password="$public_api" \
  -v frontend_internal_password="$frontend_internal" \
  -v manual_grading_password="$manual_grading" \
  -f "${ROLES_SQL:-/roles.sql}"
