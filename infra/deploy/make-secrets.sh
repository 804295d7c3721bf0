#!/bin/sh
# Makes every secret that compose.yaml needs, in a folder (default: secrets, beside this file). It never replaces a file, because a
# key that is lost cannot be made again.
set -eu
folder=${1:-$(dirname "$0")/secrets}
host=${DATABASE_HOST:-postgres:5432}
name=${DATABASE_NAME:-course_grading}
mkdir -p "$folder"
# A folder that existed before may be open to others.
chmod 700 "$folder"

hex() { head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n'; }
key() { printf 'k1:%s' "$(head -c 32 /dev/urandom | base64)"; }

# A container reads its secrets as another user, so the files are readable for all and the folder keeps others out.
put() {
  if [ -e "$folder/$1" ]; then echo "kept $1"; return; fi
  # Whole or not at all: half a secret would be kept.
  rm -f "$folder/.$1"
  printf '%s' "$2" > "$folder/.$1"
  chmod 444 "$folder/.$1"
  mv -f "$folder/.$1" "$folder/$1"
  echo "made $1"
}

put superuser_password "$(hex)"
put backup_password "$(hex)"
# Without it, no backup can be read: keep a copy apart from them.
put backup_repository.conf "[global]
repo1-cipher-pass=$(hex)"
put grafana_admin_password "$(hex)"
receiver=$("$(dirname "$0")/make-alert-receiver.sh")
put alertmanager_config "$receiver"
put owner_password "$(hex)"
put owner_database_url "postgres://${name}_owner:$(cat "$folder/owner_password")@$host/$name"
for service in public_api frontend_internal manual_grading; do
  put "${service}_database_url" "postgres://${name}_$service:$(hex)@$host/$name"
done
put frontend_secret "$(hex)"
put lti_secret "$(hex)"
put manual_grading_secret "$(hex)"
put session_keys "$(key)"
put capability_keys "$(key)"
