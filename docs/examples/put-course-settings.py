import json
import os
import urllib.error
import urllib.request

URL = f"{os.environ['BASE_URL']}/api/v1/courses/{os.environ['COURSE_ID']}/settings"
TOKEN = {"Authorization": f"Token {os.environ['API_TOKEN']}"}
SERVER_OWNED = ("revision", "courseId", "tags", "ltiLoginUrl")

with urllib.request.urlopen(urllib.request.Request(URL, headers=TOKEN), timeout=30) as reply:
    etag, settings = reply.headers["ETag"], json.load(reply)

change = {name: value for name, value in settings.items() if name not in SERVER_OWNED}
change["name"] = "Programming 1, autumn"

write = urllib.request.Request(
    URL,
    method="PUT",
    headers={**TOKEN, "Content-Type": "application/json", "If-Match": etag},
    data=json.dumps(change).encode(),
)
try:
    with urllib.request.urlopen(write, timeout=30) as reply:
        print("written as revision", json.load(reply)["revision"])
except urllib.error.HTTPError as refused:
    error = json.load(refused)["error"]
    print(refused.code, error["code"], error["message"])
    for issue in error["issues"]:
        print(" ", issue["path"], issue["code"], issue["message"])
    raise SystemExit(1)
