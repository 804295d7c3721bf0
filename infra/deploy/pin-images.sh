#!/bin/sh
# Writes images.env: every image that runs, by digest, so that nothing changes unless an operator runs this again.
#   pin-images.sh             # the images of others, as their registries have these tags now
#   pin-images.sh <prefix>    # and ours, as build-images.sh <prefix> has made them: by digest if they were pushed, else by local id
set -eu
folder=$(dirname "$0")
file=$folder/images.env
prefix=${1:-}
tag=$("$folder/image-tag.sh")
next=$(mktemp "$folder/images.env.XXXXXX")
trap 'rm -f "$next"' EXIT

# By digest if a registry has it, else by local id.
pin() {
  digest=$(docker image inspect --format '{{if .RepoDigests}}{{index .RepoDigests 0}}{{else}}{{.Id}}{{end}}' "$2")
  case $digest in
    *sha256:????????????????????????????????????????????????????????????????) echo "$1=$digest" >> "$next" ;;
    *) echo "pin-images: $2 has no digest, but $digest" >&2; exit 1 ;;
  esac
}
pull() { docker pull --quiet "$2" > /dev/null; pin "$1" "$2"; }

pull NODE_IMAGE node:26.10.0-slim
pull POSTGRES_BASE_IMAGE postgres:18
pull CLUSTER_POSTGRES_IMAGE ghcr.io/cloudnative-pg/postgresql:18-standard-trixie
pull NGINX_IMAGE nginx:stable
pull PROMETHEUS_IMAGE prom/prometheus:v3.13.3
pull ALERTMANAGER_IMAGE prom/alertmanager:v0.34.1
pull NODE_EXPORTER_IMAGE prom/node-exporter:v1.10.2
pull BLACKBOX_IMAGE prom/blackbox-exporter:v0.28.0
pull GRAFANA_IMAGE grafana/grafana:13.2.3
if [ -n "$prefix" ]; then
  pin PUBLIC_API_IMAGE "$prefix/public-api:$tag"
  pin FRONTEND_INTERNAL_IMAGE "$prefix/frontend-internal:$tag"
  pin MANUAL_GRADING_IMAGE "$prefix/manual-grading:$tag"
  pin WEB_IMAGE "$prefix/web:$tag"
  pin MIGRATE_IMAGE "$prefix/migrate:$tag"
  pin DOCS_IMAGE "$prefix/docs:$tag"
  pin SIMULATOR_IMAGE "$prefix/simulator:$tag"
  pin POSTGRES_IMAGE "$prefix/postgres:$tag"
elif [ -e "$file" ]; then
  grep -E '^(PUBLIC_API|FRONTEND_INTERNAL|MANUAL_GRADING|WEB|MIGRATE|DOCS|SIMULATOR|POSTGRES)_IMAGE=' "$file" >> "$next" || true
fi
mv "$next" "$file"
echo "pin-images: $(grep -c . "$file") images in $file"
