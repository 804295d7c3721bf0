-- One row per signed-in browser. Whoever reads this table gains nothing: the id is hashed, the upstream token sealed.
CREATE TABLE session (
  -- Our own id, which never leaves the service; the token is sealed to it.
  session_id uuid NOT NULL,
  -- SHA-256 of the opaque id that the frontend holds. The id has 256 bits, so a fast hash is enough.
  id_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  -- Who the learning platform reported this to be. json, not jsonb: what was written is what is read.
  identity json NOT NULL,
  -- In whole milliseconds, since it is compared with times of that precision.
  identity_at timestamptz NOT NULL,
  sealed_token bytea NOT NULL,
  -- Id of the key that sealed it. Only for counting: the sealed bytes hold it too.
  key_id text NOT NULL,
  created_at timestamptz NOT NULL,
  -- May be up to a minute behind, to save writes.
  last_used_at timestamptz NOT NULL,
  -- The absolute end of the session; it is never moved.
  expires_at timestamptz NOT NULL,
  CONSTRAINT session__pkey PRIMARY KEY (session_id),
  CONSTRAINT session__id_hash__key UNIQUE (id_hash),
  CONSTRAINT session__id_hash__sha256 CHECK (octet_length(id_hash) = 32),
  CONSTRAINT session__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT session__key_id__form CHECK (key_id ~ '^[a-z0-9-]{1,32}$'),
  CONSTRAINT session__expires_at__after_created_at CHECK (expires_at > created_at)
);

CREATE INDEX session__user_id ON session (user_id);

DO $$
BEGIN
  EXECUTE format(
    'GRANT SELECT, INSERT, DELETE, UPDATE (identity, identity_at, sealed_token, key_id, last_used_at) ON session TO %I',
    current_database() || '_frontend_internal');
END
$$;
