import json
import os
import urllib.request

with urllib.request.urlopen(f"{os.environ['BASE_URL']}/api/v1/openapi.json", timeout=30) as reply:
    document = json.load(reply)
print(document["info"]["version"], *document["paths"])
