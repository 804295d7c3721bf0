#!/bin/sh
# archive_command: copies a finished piece of the WAL (path, name) to the backups, whole or not at all, and never over another.
set -eu
target=${BACKUPS_DIR:-/backups}/wal/$2
if [ -e "$target" ]; then cmp -s "$1" "$target"; exit; fi
cp "$1" "$target.part"
sync "$target.part"
mv "$target.part" "$target"
