#!/bin/sh
# Migrates, and puts public-api of the version in images.env beside the running one, before that ends, so that the API replies throughout.
# Compose by itself would end the running one first. `docker compose up` does the rest.
set -eu
cd "$(dirname "$0")"
network=course-grading_public-api-ingress
inspect() { docker inspect --format "$1" "$2"; }

docker compose up migrate
[ "$(inspect '{{.State.ExitCode}}' "$(docker compose ps --all --quiet migrate)")" = 0 ] || { echo "replace-public-api: the migration failed" >&2; exit 1; }

old=$(docker compose ps --quiet public-api)
[ "$(echo "$old" | grep -c .)" = 1 ] || { echo "replace-public-api: not one public-api runs, but: $old" >&2; exit 1; }
docker compose create --no-recreate --scale public-api=2 public-api
new=$(docker compose ps --all --quiet public-api | grep -vxF "$old")

# Docker would give its address to the proxy at once, while it still replies 503.
docker network disconnect "$network" "$new"
docker start "$new" > /dev/null
tries=0
until [ "$(inspect '{{.State.Health.Status}}' "$new")" = healthy ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt "${TRIES:-60}" ]; then
    docker logs --tail 20 "$new" >&2
    docker rm --force "$new" > /dev/null
    echo "replace-public-api: the new one is not healthy; the running one goes on" >&2
    exit 1
  fi
  sleep "${POLL_S:-1}"
done
docker network connect --alias public-api "$network" "$new"

# The proxy asks for addresses every 10 s.
sleep "${SETTLE_S:-15}"
docker stop "$old" > /dev/null
docker rm "$old" > /dev/null
echo "replace-public-api: replaced"
