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

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (revision, document, updated_at) ON preferences TO %I',
    current_database() || '_frontend_internal');
END
$$;
