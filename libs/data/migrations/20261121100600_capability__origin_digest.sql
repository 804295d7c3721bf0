-- A digest of the origin of the callback URL, so that a worker leaves out what leads to a server that it asks enough of already.
-- The origin itself is in the sealed URL alone. Empty: not known.
ALTER TABLE capability ADD COLUMN origin_digest bytea NOT NULL DEFAULT '';
