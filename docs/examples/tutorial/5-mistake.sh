sed -i.bak 's/"visibleTagSlugs": \[/"visibleTagSlugs": ["no-such-tag", /; s/, \]/]/' change.json
NEW=$(curl --silent --head --header "Authorization: Token $API_TOKEN" \
  "$BASE_URL/api/v1/courses/$COURSE_ID/settings" | tr -d '\r' | sed -n 's/^[Ee][Tt]ag: //p')
put "$NEW"    # 400 validation_failed, with an issue at $.visibleTagSlugs
