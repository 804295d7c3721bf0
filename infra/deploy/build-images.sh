#!/bin/sh
# Builds the image of every program from this checkout, as <prefix>/<program>:<version>-<commit>, and writes what each is made of into
# ./materials; and PostgreSQL's with pgBackRest. The prefix (default: course-grading) may name a registry; `PUSH=1` pushes there. The
# images that they begin with come from images.env, which pin-images.sh begins.
set -eu
cd "$(dirname "$0")/../.."
prefix=${1:-course-grading}
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
tag=$(infra/deploy/image-tag.sh)
node_image=$(sed -n 's/^NODE_IMAGE=//p' infra/deploy/images.env)
postgres_image=$(sed -n 's/^POSTGRES_BASE_IMAGE=//p' infra/deploy/images.env)
[ -n "$node_image" ] && [ -n "$postgres_image" ] || { echo "build-images: run pin-images.sh first" >&2; exit 1; }

for program in public-api frontend-internal manual-grading web migrate docs simulator; do
  build() {
    docker build --file infra/deploy/Dockerfile --build-arg NODE_IMAGE="$node_image" --build-arg SERVICE="$program" \
      --build-arg SOURCE="$(git config --get remote.origin.url || true)" --build-arg REVISION="$(git rev-parse HEAD)" \
      --build-arg VERSION="$version" "$@" .
  }
  build --tag "$prefix/$program:$tag"
  build --target materials --output "infra/deploy/materials/$program"
  [ "${PUSH:-}" != 1 ] || docker push "$prefix/$program:$tag"
done

# PGBACKREST_VERSION names another one, where PostgreSQL's packages no longer have ours.
docker build --build-arg POSTGRES_BASE_IMAGE="$postgres_image" ${PGBACKREST_VERSION:+--build-arg PGBACKREST_VERSION="$PGBACKREST_VERSION"} --tag "$prefix/postgres:$tag" infra/deploy/postgres
[ "${PUSH:-}" != 1 ] || docker push "$prefix/postgres:$tag"
