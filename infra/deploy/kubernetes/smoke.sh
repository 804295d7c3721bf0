#!/bin/sh
# Looks at a running installation from outside and from inside, and changes nothing: some ten minutes after each installation or upgrade.
#   smoke.sh <host of the pages and the API> <host of the documentation> [production|demo]
set -u
api=${1:?host of the pages and the API}
docs=${2:?host of the documentation}
overlay=${3:-production}
namespace=course-grading
failed=0

check() {
  what=$1
  shift
  if "$@" > /dev/null 2>&1; then echo "ok      $what"; else echo "FAILED  $what"; failed=1; fi
}
not() { ! "$@"; }
k() { kubectl --namespace "$namespace" "$@"; }
status() { [ "$(curl --silent --output /dev/null --max-time 20 --write-out '%{http_code}' "$2")" = "$1" ]; }
stays_with_tls() { curl --silent --head --max-time 20 "https://$api/sign-in" | grep -qi '^strict-transport-security: max-age='; }
# Whether a pod of the first can connect to a Service of the second. By address, since not every pod may ask for names.
connects() {
  address=$(k get service "$2" --output 'jsonpath={.spec.clusterIP}')
  k exec "deployment/$1" -- node -e "
    const socket = require('node:net').connect($3, '$address', () => process.exit(0))
    socket.on('error', () => process.exit(1))
    setTimeout(() => process.exit(1), 5000)"
}
# Fails if a policy cannot be read, so that no answer is no success.
no_wide_ranges() {
  ranges=$(k get networkpolicies --output 'jsonpath={..cidr}') && [ -n "$ranges" ] || return 1
  ! echo "$ranges" | grep -Eq '/[0-7]( |$)|(^| )169\.254\.169\.254/'
}
backed_up() { k get backups.postgresql.cnpg.io --output 'jsonpath={.items[*].status.phase}' | grep -qw completed; }
archived() {
  k get clusters.postgresql.cnpg.io --output 'jsonpath={.items[*].status.conditions[?(@.type=="ContinuousArchiving")].status}' | grep -qx True
}

check 'the database is healthy' k wait --for=condition=Ready clusters.postgresql.cnpg.io --all --timeout=300s
check 'the schema is migrated' k wait --for=condition=Complete job --selector app.kubernetes.io/name=migrate --timeout=300s
for deployment in public-api frontend-internal manual-grading manual-grading-worker web docs; do
  check "$deployment is ready" k rollout status "deployment/$deployment" --timeout=120s
done
[ "$overlay" = demo ] || check 'the WAL is archived' archived
[ "$overlay" = demo ] || check 'a base backup was taken' backed_up
check 'the Gateway has taken its routes' k wait --for=condition=Programmed gateways.gateway.networking.k8s.io/entrance --timeout=120s
check 'the API replies over TLS' status 200 "https://$api/api/v1/openapi.json"
check 'it asks for a token' status 401 "https://$api/api/v1/courses/1/settings"
check 'the pages reply' status 200 "https://$api/sign-in"
check 'without TLS, it leads to TLS' status 301 "http://$api/sign-in"
check 'browsers stay with TLS' stays_with_tls
check 'metrics are not published' status 404 "https://$api/metrics"
check 'the internal boundary is not published' status 404 "https://$api/internal/frontend/courses"
check 'the documentation replies' status 200 "https://$docs/"
check 'public-api reaches the database' connects public-api "$(k get clusters.postgresql.cnpg.io --output 'jsonpath={.items[0].metadata.name}')-rw" 5432
check 'public-api does not reach frontend-internal' not connects public-api frontend-internal 8082
check 'web reaches frontend-internal' connects web frontend-internal 8082
check 'web does not reach manual-grading' not connects web manual-grading 8083
check 'docs does not reach public-api' not connects docs public-api 8081
check 'no policy opens a wide range' no_wide_ranges
exit "$failed"
