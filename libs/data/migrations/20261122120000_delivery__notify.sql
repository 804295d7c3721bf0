-- Whether students are notified of this delivery: decided when it is made, and kept when it is sent again. The release before told
-- nobody, so what it makes, and has made, says so.
ALTER TABLE delivery ADD COLUMN notify boolean NOT NULL DEFAULT FALSE;

-- Students are told at most once a release, so nothing may change what was decided.
CREATE FUNCTION delivery__guard_notify() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'who is notified is decided once', CONSTRAINT = 'delivery__notify__fixed', TABLE = 'delivery';
END
$$;

CREATE TRIGGER delivery__guard_notify BEFORE UPDATE OF notify ON delivery FOR EACH ROW
  WHEN (OLD.notify IS DISTINCT FROM NEW.notify) EXECUTE FUNCTION delivery__guard_notify();

REVOKE EXECUTE ON FUNCTION delivery__guard_notify() FROM PUBLIC;
