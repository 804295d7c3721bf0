-- Tokens of the learning platform that somebody signed in with lately. Their look-ups do not wait behind those of tokens that
-- anybody may have made up. A row says nothing about whose token it is, and outlives the sessions.
CREATE TABLE known_token (
  -- HMAC-SHA256 of the token, with a key that is not in the database.
  digest bytea NOT NULL,
  known_until timestamptz NOT NULL,
  CONSTRAINT known_token__pkey PRIMARY KEY (digest),
  CONSTRAINT known_token__digest__sha256 CHECK (octet_length(digest) = 32)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (known_until) ON known_token TO %I',
    current_database() || '_frontend_internal');
END
$$;
