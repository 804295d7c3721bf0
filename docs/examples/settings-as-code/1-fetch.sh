curl -fsSO "$DOCS_URL/download/course-settings.mjs"
curl -fsSO "$DOCS_URL/download/course-settings.mjs.sha256"
shasum -a 256 -c course-settings.mjs.sha256
