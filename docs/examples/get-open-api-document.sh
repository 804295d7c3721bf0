curl --silent --show-error --fail-with-body --output public-v1.json "$BASE_URL/api/v1/openapi.json"
