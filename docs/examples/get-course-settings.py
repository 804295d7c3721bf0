import json
import os
import urllib.request

request = urllib.request.Request(
    f"{os.environ['BASE_URL']}/api/v1/courses/{os.environ['COURSE_ID']}/settings",
    headers={"Authorization": f"Token {os.environ['API_TOKEN']}"},
)
with urllib.request.urlopen(request, timeout=30) as reply:
    settings = json.load(reply)
    print(reply.headers["ETag"], settings["name"], [grader["userId"] for grader in settings["graders"]])
