#!/bin/sh
# Says the tag of images that are built from this checkout: version and commit, and what is changed since, so that no other image
# takes a tag that is in use.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
changed=
if [ -n "$(git status --porcelain)" ]; then
  changed=-$({ git diff HEAD; git ls-files --others --exclude-standard | git hash-object --stdin-paths; } | git hash-object --stdin | cut -c 1-8)
fi
echo "$version-$(git rev-parse --short=12 HEAD)$changed"
