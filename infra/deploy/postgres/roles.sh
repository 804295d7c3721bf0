#!/bin/sh
# Runs roles.sql as the owner. Each service's role gets the password in the service's own URL. psql gets passwords in its environment,
# because everybody on the machine can read a command line.
set -eu
secrets=${SECRETS_DIR:-/run/secrets}

password() {
  found=$(sed -nE 's#^postgres(ql)?://[^:/@]+:([A-Za-z0-9._-]+)@.+$#\2#p' "$secrets/$1")
  [ -n "$found" ] || { echo "roles: $1 has no password of A-Z a-z 0-9 . _ -" >&2; exit 1; }
  echo "$found"
}

PUBLIC_API_PASSWORD=$(password public_api_database_url)
FRONTEND_INTERNAL_PASSWORD=$(password frontend_internal_database_url)
MANUAL_GRADING_PASSWORD=$(password manual_grading_database_url)
export PUBLIC_API_PASSWORD FRONTEND_INTERNAL_PASSWORD MANUAL_GRADING_PASSWORD

# The owner may have no password, for instance over a socket.
owner_url=$(sed -E 's#^(postgres(ql)?://[^:/@]+):[^@/]*@#\1@#' "$secrets/owner_database_url")
if [ "$owner_url" != "$(cat "$secrets/owner_database_url")" ]; then
  PGPASSWORD=$(password owner_database_url)
  export PGPASSWORD
fi

exec psql "$owner_url" -X -q -v ON_ERROR_STOP=1 -f "${ROLES_SQL:-/roles.sql}"
