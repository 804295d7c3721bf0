put "$ETAG"   # 412 revision_conflict: this revision is no longer the current one
