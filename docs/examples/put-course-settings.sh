# Reads, changes the name, and writes back: only if nobody else has written in between. Needs jq.
curl --silent --show-error --fail-with-body --dump-header headers.txt --output settings.json \
  --header "Authorization: Token $API_TOKEN" \
  "$BASE_URL/api/v1/courses/$COURSE_ID/settings"
ETAG=$(tr -d '\r' < headers.txt | sed -n 's/^[Ee][Tt]ag: //p')
jq 'del(.revision, .courseId, .tags, .ltiLoginUrl) | .name = "Programming 1, autumn"' settings.json > change.json

curl --silent --show-error --fail-with-body --include --request PUT \
  --header "Authorization: Token $API_TOKEN" \
  --header "Content-Type: application/json" \
  --header "If-Match: $ETAG" \
  --data-binary @change.json \
  "$BASE_URL/api/v1/courses/$COURSE_ID/settings"
