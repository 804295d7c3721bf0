#!/bin/sh
# Migrates, and puts public-api of the version in images.env beside the running one, before that ends, so that the API replies throughout.
# Compose by itself would end the running one first. `docker compose up` does the rest. An interrupted run is run again.
set -eu
cd "$(dirname "$0")"
network=course-grading_public-api-ingress
inspect() { docker inspect --format "$1" "$2"; }
fail() { echo "replace-public-api: $*" >&2; exit 1; }

# Docker's health says that it runs, and not that its database and settings are right.
ready='fetch("http://127.0.0.1:9081/health/ready").then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))'
is_ready() {
  [ "$(inspect '{{.State.Health.Status}}' "$1")" = healthy ] && docker exec "$1" node -e "$ready" > /dev/null 2>&1
}
await_ready() {
  tries=0
  until is_ready "$1"; do
    tries=$((tries + 1))
    if [ "$tries" -gt "${TRIES:-60}" ]; then
      docker logs --tail 20 "$1" >&2
      docker rm --force "$1" > /dev/null
      fail "the new one is not ready; the running one goes on"
    fi
    sleep 1
  done
}
end() {
  # The proxy asks for addresses every 10 s.
  sleep 15
  docker stop "$1" > /dev/null
  docker rm "$1" > /dev/null
}

docker compose up migrate
[ "$(inspect '{{.State.ExitCode}}' "$(docker compose ps --all --quiet migrate)")" = 0 ] || fail "the migration failed"

# An interrupted run leaves one that does not run, or that the proxy does not reach, or two that it reaches.
all=$(docker compose ps --all --quiet public-api)
reached="{{if and .State.Running (index .NetworkSettings.Networks \"$network\")}}{{.Created}}{{else}}left{{end}}"
found=$(for each in $all; do since=$(inspect "$reached" "$each"); echo "$since $each"; done)
# The oldest comes first.
set -- $(echo "$found" | sed '/^left /d' | LC_ALL=C sort | cut -d ' ' -f 2)
case $# in
  0) fail "no public-api runs that the proxy reaches; docker compose up --detach --force-recreate public-api starts one" ;;
  1 | 2) ;;
  *) fail "not one public-api runs, but: $*" ;;
esac
for each in $(echo "$found" | sed -n 's/^left //p'); do docker rm --force "$each" > /dev/null; done
if [ $# = 2 ]; then
  await_ready "$2"
  end "$1"
  shift
fi

old=$1
docker compose create --no-recreate --scale public-api=2 public-api
new=$(docker compose ps --all --quiet public-api | grep -vxF "$old")

# Docker would give its address to the proxy at once, while it still replies 503.
docker network disconnect "$network" "$new"
docker start "$new" > /dev/null
await_ready "$new"
docker network connect --alias public-api "$network" "$new"
end "$old"
echo "replace-public-api: replaced"
