curl --fail --silent --show-error --remote-name-all "$DOCS_URL"/download/course-settings.mjs{,.sha256}
sha256sum --check course-settings.mjs.sha256   # course-settings.mjs: OK
