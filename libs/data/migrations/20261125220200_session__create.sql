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

-- Tokens of the learning platform that somebody signed in with lately. Their look-ups do not wait behind those of tokens that
-- anybody may have made up. A row says nothing about whose token it is, and outlives the sessions.
CREATE TABLE known_token (
  -- HMAC-SHA256 of the token, with a key that is not in the database.
  digest bytea NOT NULL,
  known_until timestamptz NOT NULL,
  CONSTRAINT known_token__pkey PRIMARY KEY (digest),
  CONSTRAINT known_token__digest__sha256 CHECK (octet_length(digest) = 32)
);

-- Tokens that the learning platform confirmed to the automation API, for the same purpose. Its service holds no key, so it keeps a plain
-- hash, which is enough: a token has 160 random bits.
CREATE TABLE known_api_token (
  -- SHA-256 of the token.
  digest bytea NOT NULL,
  known_until timestamptz NOT NULL,
  CONSTRAINT known_api_token__pkey PRIMARY KEY (digest),
  CONSTRAINT known_api_token__digest__sha256 CHECK (octet_length(digest) = 32)
);

-- Launches from the learning platform that signed somebody in, so that none does so twice. A row says nothing about who that was.
CREATE TABLE used_launch (
  -- SHA-256 of the nonce, which is unique by itself.
  nonce_hash bytea NOT NULL,
  -- From then on the launch is too old to sign in.
  used_until timestamptz NOT NULL,
  CONSTRAINT used_launch__pkey PRIMARY KEY (nonce_hash),
  CONSTRAINT used_launch__nonce_hash__sha256 CHECK (octet_length(nonce_hash) = 32)
);

-- What a person set for the frontend, at revision 1 with the first write. The document is json: replies hold exactly the bytes written.
CREATE TABLE preferences (
  user_id bigint NOT NULL,
  revision integer NOT NULL,
  document json NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT preferences__pkey PRIMARY KEY (user_id),
  CONSTRAINT preferences__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT preferences__revision__range CHECK (revision >= 1)
);

-- Which replica does the work of a timer, and when it last began. One row per timer, made by the first replica that asks for it.
CREATE TABLE timer_lease (
  name text NOT NULL,
  holder uuid NOT NULL,
  leased_until timestamptz NOT NULL,
  last_run_at timestamptz NOT NULL,
  CONSTRAINT timer_lease__pkey PRIMARY KEY (name),
  CONSTRAINT timer_lease__name__form CHECK (name ~ '^[a-z][a-z_]{0,62}$')
);

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
  public_api text := current_database() || '_public_api';
BEGIN
  EXECUTE format(
    'GRANT SELECT, INSERT, DELETE, UPDATE (identity, identity_at, sealed_token, key_id, last_used_at) ON session TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (known_until) ON known_token TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (known_until) ON known_api_token TO %I', public_api);
  -- It deletes what has expired.
  EXECUTE format('GRANT SELECT, DELETE ON known_api_token TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON used_launch TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (revision, document, updated_at) ON preferences TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (holder, leased_until, last_run_at) ON timer_lease TO %I, %I', frontend, grading);
END
$$;
