#!/bin/sh
# Keeps backups by pgBackRest: a full one a week, a differential one a day, each once the one before is that old, so that a restart takes
# none. The whole repository is verified once a week.
#   backup.sh               sees every five minutes to what is due, and writes each minute what Prometheus reads
#   backup.sh once          sees to what is due now
#   backup.sh full|diff     takes one now
#   backup.sh verify        reads the whole repository again now
#   backup.sh forget LABEL  removes a backup that is dated ahead, a full one with its differential ones, as if they had never been
#   backup.sh upgrade       lets the repository know a new major version of PostgreSQL
#   backup.sh check         exits with 0 if the newest backup is younger than 26 hours
set -eu
secrets=${SECRETS_DIR:-/run/secrets}
state=${BACKUP_STATE_DIR:-/backup-state}
repository=${PGBACKREST_REPO1_PATH:-/backups}
data=${PGBACKREST_PG1_PATH:-/var/lib/postgresql}
PGPASSWORD=$(cat "$secrets/backup_password")
export PGPASSWORD PGDATABASE=postgres PGUSER=course_grading_backup

# What is dated in the future was taken under a clock that has been put right since, and is no backup of the last day. It is not removed:
# it might be the clock of now that is wrong. Until a person lets it be forgotten, pgBackRest takes none that is dated earlier.
ask() {
  info=$(pgbackrest info --output=json) || return 1
  printf '%s' "$info" | jq --raw-output --argjson now "$(date +%s)" '
    [.[0].backup[]? | { "label": .label, type, error, stop: .timestamp.stop }] as $known
    | [$known[] | select(.stop <= $now + 3600)] as $all
    | def newest(found): [found | .stop] | max // 0;
    def age(found): $now - newest(found);
    '"$1"
}

due() {
  ask 'if age($all[] | select(.type == "full")) >= 7 * 86400 then "full" elif age($all[]) >= 86400 then "diff" else "" end'
}

# pgBackRest goes by the clock. If it jumped, what is older by it than 14 days may be all there is: as many backups must stay as 14 days have.
may_expire() {
  ask 'newest($all[] | select(.type == "full" and $now - .stop >= 14 * 86400)) as $from
    | $from > 0 and ([$all[] | select(.stop >= $from)] | length >= 15)'
}

# Once: an empty folder in place of the repository is a disk that is not mounted, and no new repository.
create() {
  if [ "$(ask '$known != []')" = true ]; then return; fi
  if [ -e "$state/created" ]; then
    echo "backup: the repository is empty. Is its disk mounted? For a new one, remove $state/created" >&2
    return 1
  fi
  pgbackrest stanza-create
}

back_up() {
  create && pgbackrest check && pgbackrest --type="$1" backup || return 1
  touch "$state/created"
  echo "backup: $1 taken"
  if [ "$(may_expire)" = true ]; then pgbackrest expire; fi
}

take() {
  back_up "$1" || {
    echo "backup: $1 failed" >&2
    date +%s > "$state/failed"
    return 1
  }
}

# Older versions end with 0 whatever they found.
verify() {
  found=$(pgbackrest --output=text verify) && ok=1 || ok=0
  case $found in *'status: error'*) ok=0 ;; esac
  [ "$ok" = 1 ] || echo "backup: the repository is damaged: $found" >&2
  echo "$ok" > "$state/verify-ok"
  date +%s > "$state/verified"
  [ "$ok" = 1 ]
}

is_verified() {
  verified=$(cat "$state/verified" 2> /dev/null || echo 0)
  age=$(($(date +%s) - verified))
  # A damaged one each day, so that its alert ends with the damage.
  if [ "$(cat "$state/verify-ok" 2> /dev/null)" = 1 ]; then most=604800; else most=86400; fi
  [ "$age" -lt "$most" ] && [ "$age" -gt -3600 ]
}

bytes() {
  df --block-size=1 --output=avail,size "$2" | tail -n 1 | {
    read -r free size
    printf '%s_free_bytes %s\n%s_size_bytes %s\n' "$1" "$free" "$1" "$size"
  }
}

metrics() {
  echo "backup_seen_timestamp_seconds $(date +%s)"
  ask '("full", "diff") as $type
    | "backup_last_success_timestamp_seconds{type=\"\($type)\"} \(newest($all[] | select(.type == $type and (.error | not))))"' || return 1
  failed=$(cat "$state/failed" 2> /dev/null || echo 0)
  # One that is dated ahead is over once the clock is right.
  if [ "$failed" -gt "$(($(date +%s) + 3600))" ]; then failed=0; fi
  echo "backup_last_failure_timestamp_seconds $failed"
  if [ -e "$state/verify-ok" ]; then echo "backup_verify_ok $(cat "$state/verify-ok")"; fi
  bytes backup_repository "$repository"
  bytes database_volume "$data"
  psql -X --quiet --no-align --tuples-only --command "
    SELECT format(E'wal_archive_last_success_timestamp_seconds %s\nwal_archive_failed_total %s',
      coalesce(floor(extract(epoch FROM last_archived_time)), 0), failed_count) FROM pg_catalog.pg_stat_archiver" || true
}

# Whole or not at all, by whoever writes.
write_metrics() {
  metrics > "$state/$1.part" && mv "$state/$1.part" "$state/backup.prom"
}

forget() {
  ahead=$(ask '[$known[] | select(.stop > $now) | .label] | join(" ")') || return 1
  case " $ahead " in
    *" ${1:-} "*) ;;
    *)
      echo "backup: forget takes the label of a backup that is dated ahead: ${ahead:-there is none}" >&2
      return 64
      ;;
  esac
  pgbackrest expire --set="$1" && rm -f "$repository"/backup/*/backup.history/*/"$1"*
}

once() {
  type=$(due) || return 1
  if [ -n "$type" ]; then take "$type" || true; fi
  if [ -z "$(due)" ] && ! is_verified; then verify || true; fi
  write_metrics once
}

daily() {
  # A backup may take hours, in which the disk may fill.
  while :; do
    sleep 60
    write_metrics minute || true
  done &
  minutely=$!
  trap 'kill "$minutely"; exit 0' TERM
  while :; do
    once || echo 'backup: not all was seen to; once more in five minutes' >&2
    sleep 300 & wait $!
  done
}

case ${1:-daily} in
  daily | once | verify) "${1:-daily}" ;;
  full | diff) take "$1" ;;
  forget) forget "${2:-}" ;;
  upgrade) pgbackrest stanza-upgrade ;;
  check) [ "$(ask 'age($all[]) < 93600')" = true ] ;;
  *)
    sed -n 's/^#   backup/backup/p' "$0" >&2
    exit 64
    ;;
esac
