curl --silent --dump-header headers.txt --output settings.json \
  --header "Authorization: Token $API_TOKEN" \
  "$BASE_URL/api/v1/courses/$COURSE_ID/settings"
ETAG=$(tr -d '\r' < headers.txt | sed -n 's/^[Ee][Tt]ag: //p')
echo "read revision $ETAG"
