#!/bin/sh
# Says the tag of images that are built from this checkout: version and commit, so that another commit never takes a tag that is in use.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
changed=$(git diff --quiet HEAD || echo -changed)
echo "$version-$(git rev-parse --short=12 HEAD)$changed"
