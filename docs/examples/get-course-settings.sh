# The settings, and before them the headers: the ETag is what If-Match needs later.
curl --silent --show-error --fail-with-body --include \
  --header "Authorization: Token $API_TOKEN" \
  "$BASE_URL/api/v1/courses/$COURSE_ID/settings"
