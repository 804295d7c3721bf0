#!/bin/sh
# Puts the secrets that make-secrets.sh drew into Kubernetes: for each service what it mounts, with the address of its database, and for
# each role of the database its password. Run it again after a change.
#   apply-secrets.sh [folder of the secrets [name of the database's cluster]]
set -eu
folder=${1:-$(dirname "$0")/../secrets}
cluster=${2:-course-grading}
namespace=course-grading
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

password() {
  found=$(sed -nE 's#^postgres(ql)?://[^:/@]+:([A-Za-z0-9._-]+)@.+$#\2#p' "$folder/$1_database_url")
  [ -n "$found" ] || { echo "apply-secrets: $1_database_url has no password of A-Z a-z 0-9 . _ -" >&2; exit 1; }
  printf '%s' "$found"
}
# Server-side, because kubectl would otherwise keep a second copy of each value in an annotation.
apply() { kubectl apply --server-side --force-conflicts --filename -; }
# The label tells CloudNativePG to take a changed password.
put_role() {
  printf 'course_grading_%s' "$1" > "$work/username"
  password "$1" > "$work/password"
  kubectl create secret generic "database-$(echo "$1" | tr _ -)" --namespace "$namespace" --type=kubernetes.io/basic-auth \
    --from-file="$work/username" --from-file="$work/password" --dry-run=client --output=yaml |
    kubectl label --local --filename - --output=yaml cnpg.io/reload=true | apply
}
put_service() {
  role=$1
  name=$2
  shift 2
  mkdir "$work/$name"
  # A service without a role has no database.
  [ "$role" = none ] ||
    printf 'postgres://course_grading_%s:%s@%s-rw:5432/course_grading?sslmode=verify-full&sslrootcert=/run/database-authority/ca.crt' \
      "$role" "$(password "$role")" "$cluster" > "$work/$name/${role}_database_url"
  for file in "$@"; do
    cp "$folder/$file" "$work/$name/"
    # A secret that is being changed has a former value.
    [ ! -e "$folder/${file}_previous" ] || cp "$folder/${file}_previous" "$work/$name/"
  done
  kubectl create secret generic "$name" --namespace "$namespace" --from-file="$work/$name" --dry-run=client --output=yaml | apply
}

for role in owner public_api frontend_internal manual_grading; do put_role "$role"; done
put_service owner migrate
put_service public_api public-api
put_service frontend_internal frontend-internal frontend_secret session_keys
put_service manual_grading manual-grading manual_grading_secret capability_keys
put_service none web frontend_secret lti_secret
