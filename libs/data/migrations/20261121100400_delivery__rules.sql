-- What must hold whatever the code does. Statements that break a rule fail with check_violation and the rule's name.

-- Which state may follow which; what arrived stays so, and what was given up too.
CREATE FUNCTION delivery__guard_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT coalesce(CASE OLD.state
    WHEN 'held' THEN NEW.state IN ('pending', 'cancelled')
    WHEN 'pending' THEN NEW.state IN ('sending', 'cancelled')
    WHEN 'sending' THEN NEW.state IN ('delivered', 'refused', 'pending', 'ambiguous')
    WHEN 'ambiguous' THEN NEW.state IN ('delivered', 'refused', 'pending', 'cancelled')
    WHEN 'refused' THEN NEW.state IN ('pending', 'cancelled')
  END, FALSE) THEN
    RAISE check_violation USING MESSAGE = 'a delivery cannot change so', CONSTRAINT = 'delivery__state__order', TABLE = 'delivery';
  END IF;
  IF NEW.epoch < OLD.epoch OR NEW.verification_epoch < OLD.verification_epoch OR NEW.send_number < OLD.send_number
    OR (NEW.state = 'sending' AND OLD.state <> 'sending' AND NEW.epoch = OLD.epoch) THEN
    RAISE check_violation USING MESSAGE = 'an old lease', CONSTRAINT = 'delivery__epoch__rises', TABLE = 'delivery';
  END IF;
  IF (NEW.id, NEW.submission_id, NEW.course_id, NEW.exercise_id, NEW.result_id)
    IS DISTINCT FROM (OLD.id, OLD.submission_id, OLD.course_id, OLD.exercise_id, OLD.result_id) THEN
    RAISE check_violation USING MESSAGE = 'a delivery stays one of its result', CONSTRAINT = 'delivery__result__fixed', TABLE = 'delivery';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery__guard_change BEFORE UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_change();

CREATE FUNCTION delivery__guard_insert() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.state NOT IN ('held', 'pending') OR (NEW.epoch, NEW.send_number, NEW.verification_epoch) <> (0, 1, 0) THEN
    RAISE check_violation USING MESSAGE = 'a delivery begins at its beginning', CONSTRAINT = 'delivery__state__first', TABLE = 'delivery';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery__guard_insert BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_insert();

-- A door that was passed has its row, and leads back only with proof that nothing was sent, or by a person's word. After the
-- statement, since it writes both tables.
CREATE FUNCTION delivery__guard_start() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.started_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM delivery_send
    WHERE delivery_send.delivery_id = NEW.id AND delivery_send.number = NEW.send_number AND delivery_send.epoch = NEW.epoch
      AND delivery_send.started_at = NEW.started_at
  ) THEN
    RAISE check_violation USING MESSAGE = 'a door without a send', CONSTRAINT = 'delivery__start__has_send', TABLE = 'delivery';
  END IF;
  IF OLD.started_at IS NOT NULL AND OLD.state IN ('sending', 'ambiguous')
    AND (NEW.state IN ('pending', 'cancelled') OR NEW.started_at IS DISTINCT FROM OLD.started_at)
    AND NOT EXISTS (
      SELECT FROM delivery_send
      WHERE delivery_send.delivery_id = OLD.id AND delivery_send.number = OLD.send_number
        AND (OLD.state = 'sending' AND delivery_send.outcome = 'unsent' OR delivery_send.resolved_at IS NOT NULL)
    ) THEN
    RAISE check_violation USING MESSAGE = 'a send may have left', CONSTRAINT = 'delivery__start__stays', TABLE = 'delivery';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER delivery__guard_start AFTER UPDATE ON delivery FOR EACH ROW
  WHEN (OLD.started_at IS DISTINCT FROM NEW.started_at OR (OLD.started_at IS NOT NULL AND OLD.state <> NEW.state))
  EXECUTE FUNCTION delivery__guard_start();

CREATE FUNCTION delivery_send__guard_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF (NEW.delivery_id, NEW.number, NEW.epoch, NEW.started_at) IS DISTINCT FROM (OLD.delivery_id, OLD.number, OLD.epoch, OLD.started_at)
    OR (OLD.outcome IN ('delivered', 'unsent') AND NEW.outcome IS DISTINCT FROM OLD.outcome)
    OR (OLD.outcome IS NOT NULL AND NEW.outcome IS NULL)
    OR (OLD.outcome IS NOT NULL AND NEW.outcome = 'unsent' AND OLD.outcome <> 'unsent')
    OR (OLD.resolved_at IS NOT NULL AND (NEW.resolved_at, NEW.resolved_as) IS DISTINCT FROM (OLD.resolved_at, OLD.resolved_as)) THEN
    RAISE check_violation USING MESSAGE = 'a send stays what it was', CONSTRAINT = 'delivery_send__fixed', TABLE = 'delivery_send';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery_send__guard_change BEFORE UPDATE ON delivery_send FOR EACH ROW
  EXECUTE FUNCTION delivery_send__guard_change();

-- Nothing of real work is ever deleted, whoever asks.
CREATE FUNCTION delivery__guard_delete() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT OLD.fixture THEN
    RAISE check_violation USING MESSAGE = 'real work stays', CONSTRAINT = TG_TABLE_NAME || '__kept', TABLE = TG_TABLE_NAME;
  END IF;
  RETURN OLD;
END
$$;

CREATE TRIGGER delivery__guard_delete BEFORE DELETE ON delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER completed_result__guard_delete BEFORE DELETE ON completed_result FOR EACH ROW
  EXECUTE FUNCTION delivery__guard_delete();

-- Wakes the workers, once the transaction is committed.
CREATE FUNCTION delivery__notify() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM pg_notify('delivery_pending', '');
  RETURN NULL;
END
$$;

CREATE TRIGGER delivery__notify_new AFTER INSERT ON delivery FOR EACH ROW
  WHEN (NEW.state = 'pending') EXECUTE FUNCTION delivery__notify();
CREATE TRIGGER delivery__notify_pending AFTER UPDATE OF state ON delivery FOR EACH ROW
  WHEN (NEW.state = 'pending' AND OLD.state <> 'pending' AND NEW.not_before <= clock_timestamp())
  EXECUTE FUNCTION delivery__notify();

-- Functions of triggers need no rights of whoever writes the table.
REVOKE EXECUTE ON FUNCTION delivery__guard_change(), delivery__guard_insert(), delivery__guard_start(),
  delivery_send__guard_change(), delivery__guard_delete(), delivery__notify() FROM PUBLIC;
