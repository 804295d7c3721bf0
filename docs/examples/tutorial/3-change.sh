python3 - <<'END'
import json

with open("settings.json") as file:
    settings = json.load(file)
for server_owned in ("revision", "courseId", "tags", "ltiLoginUrl"):
    del settings[server_owned]
others = [grader for grader in settings["graders"] if grader["userId"] != 103]
known = [grader for grader in settings["graders"] if grader["userId"] == 103]
# What the person had, such as tags, stays.
settings["graders"] = [*others, {**dict(*known), "userId": 103, "languages": ["en"]}]
with open("change.json", "w") as file:
    json.dump(settings, file)
END
put() {
  curl --silent --request PUT --write-out '\n%{http_code}\n' \
    --header "Authorization: Token $API_TOKEN" \
    --header "Content-Type: application/json" \
    --header "If-Match: $1" \
    --data-binary @change.json \
    "$BASE_URL/api/v1/courses/$COURSE_ID/settings"
}
put "$ETAG"   # 200, with the next revision
