#!/bin/sh
# backup.sh        takes a base backup now and then each day, keeps the newest BACKUPS_KEPT of them, and the WAL since the oldest
# backup.sh once   takes one
# backup.sh check  exits with 0 if the newest is younger than 26 hours
set -eu
backups=${BACKUPS_DIR:-/backups}
secrets=${SECRETS_DIR:-/run/secrets}

take() {
  name=$(date -u +%Y%m%dT%H%M%SZ)
  rm -rf "$backups"/base/*.part
  mkdir -p "$backups/base/$name.part"
  touch "$backups/base/$name.part/started"
  PGPASSWORD=$(cat "$secrets/backup_password") pg_basebackup --host="${PGHOST:-postgres}" --username="${PGUSER:-course_grading_backup}" \
    --pgdata="$backups/base/$name.part/data" --format=tar --gzip --checkpoint=fast --no-password
  sync
  mv "$backups/base/$name.part" "$backups/base/$name"
  find "$backups/base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n "-${BACKUPS_KEPT:-7}" | xargs -r rm -rf
  oldest=$(find "$backups/base" -mindepth 1 -maxdepth 1 -name '*Z' | sort | head -n 1)
  # What was archived before the oldest began is no part of any way back.
  find "$backups/wal" -type f ! -name '*.history' ! -newer "$oldest/started" -delete
  echo "backup: $name taken"
}

case ${1:-daily} in
  once) take ;;
  check) find "$backups/base" -mindepth 1 -maxdepth 1 -name '*Z' -mmin -1560 | grep -q . ;;
  *)
    trap 'exit 0' TERM
    while :; do
      take
      sleep 86400 & wait $!
    done
    ;;
esac
