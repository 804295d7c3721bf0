-- What must hold whatever the code does. A statement that breaks a rule fails with check_violation and the name of the rule.

-- Which state may follow which. A delivered or cancelled delivery keeps its state.
CREATE FUNCTION delivery__guard_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.state <> OLD.state AND NOT coalesce(CASE OLD.state
    WHEN 'held' THEN NEW.state IN ('pending', 'cancelled')
    WHEN 'pending' THEN NEW.state IN ('sending', 'cancelled')
    WHEN 'sending' THEN NEW.state IN ('delivered', 'refused', 'pending', 'ambiguous')
    WHEN 'ambiguous' THEN NEW.state IN ('delivered', 'refused', 'pending', 'cancelled')
    WHEN 'refused' THEN NEW.state IN ('pending', 'cancelled')
  END, FALSE) THEN
    RAISE check_violation USING MESSAGE = 'this state cannot follow that one', CONSTRAINT = 'delivery__state__order', TABLE = 'delivery';
  END IF;
  IF NEW.epoch < OLD.epoch OR NEW.verification_epoch < OLD.verification_epoch OR NEW.send_number < OLD.send_number
    OR (NEW.state = 'sending' AND OLD.state <> 'sending' AND NEW.epoch = OLD.epoch) THEN
    RAISE check_violation USING MESSAGE = 'an epoch or a send number never falls', CONSTRAINT = 'delivery__epoch__rises', TABLE = 'delivery';
  END IF;
  IF (NEW.id, NEW.submission_id, NEW.course_id, NEW.exercise_id, NEW.result_id)
    IS DISTINCT FROM (OLD.id, OLD.submission_id, OLD.course_id, OLD.exercise_id, OLD.result_id) THEN
    RAISE check_violation USING MESSAGE = 'a delivery keeps its result', CONSTRAINT = 'delivery__result__fixed', TABLE = 'delivery';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery__guard_change BEFORE UPDATE ON delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_change();

CREATE FUNCTION delivery__guard_insert() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.state NOT IN ('held', 'pending') OR (NEW.epoch, NEW.send_number, NEW.verification_epoch) <> (0, 1, 0) THEN
    RAISE check_violation USING MESSAGE = 'a new delivery is held or pending and was never sent', CONSTRAINT = 'delivery__state__first', TABLE = 'delivery';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery__guard_insert BEFORE INSERT ON delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_insert();

-- A send start has its row in delivery_send, and is taken back only with proof that nothing was sent, or by a person's decision.
-- The trigger runs after the statement, since the statement writes both tables.
CREATE FUNCTION delivery__guard_start() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.started_at IS NOT NULL AND NOT EXISTS (
    SELECT FROM delivery_send
    WHERE delivery_send.delivery_id = NEW.id AND delivery_send.number = NEW.send_number AND delivery_send.epoch = NEW.epoch
      AND delivery_send.started_at = NEW.started_at
  ) THEN
    RAISE check_violation USING MESSAGE = 'a send start without a send', CONSTRAINT = 'delivery__start__has_send', TABLE = 'delivery';
  END IF;
  IF OLD.started_at IS NOT NULL AND OLD.state IN ('sending', 'ambiguous')
    AND (NEW.state IN ('pending', 'cancelled') OR NEW.started_at IS DISTINCT FROM OLD.started_at)
    AND NOT EXISTS (
      SELECT FROM delivery_send
      WHERE delivery_send.delivery_id = OLD.id AND delivery_send.number = OLD.send_number
        AND (OLD.state = 'sending' AND delivery_send.outcome = 'unsent' OR delivery_send.resolved_at IS NOT NULL)
    ) THEN
    RAISE check_violation USING MESSAGE = 'a send may have arrived', CONSTRAINT = 'delivery__start__stays', TABLE = 'delivery';
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
    RAISE check_violation USING MESSAGE = 'a recorded send does not change', CONSTRAINT = 'delivery_send__fixed', TABLE = 'delivery_send';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery_send__guard_change BEFORE UPDATE ON delivery_send FOR EACH ROW
  EXECUTE FUNCTION delivery_send__guard_change();

CREATE TRIGGER delivery__guard_delete BEFORE DELETE ON delivery FOR EACH ROW EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER delivery__guard_fixture BEFORE UPDATE OF fixture ON delivery FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();

-- A cancelled delivery of which a send may have arrived is verified as an ambiguous one is. If its grade stands, it keeps what was
-- seen. Whoever cancels it, the first verification is due after as long as that of an ambiguous delivery.
CREATE FUNCTION delivery__verify_cancelled() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (
    SELECT FROM delivery_send
    WHERE delivery_send.delivery_id = NEW.id AND delivery_send.started_at IS NOT NULL
      AND coalesce(delivery_send.outcome, 'ambiguous') = 'ambiguous'
  ) THEN
    NEW.verifications := 0;
    NEW.next_verification_at := NEW.cancelled_at + interval '10 seconds';
    NEW.verification_lease_until := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER delivery__verify_cancelled BEFORE UPDATE OF state ON delivery FOR EACH ROW
  WHEN (NEW.state = 'cancelled' AND OLD.state <> 'cancelled') EXECUTE FUNCTION delivery__verify_cancelled();

-- Students are notified at most once of a result, so what was decided never changes.
CREATE FUNCTION delivery__guard_notify() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'who is notified is decided once', CONSTRAINT = 'delivery__notify__fixed', TABLE = 'delivery';
END
$$;

CREATE TRIGGER delivery__guard_notify BEFORE UPDATE OF notify ON delivery FOR EACH ROW
  WHEN (OLD.notify IS DISTINCT FROM NEW.notify) EXECUTE FUNCTION delivery__guard_notify();

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

-- Trigger functions run without any right of the role that writes the table.
REVOKE EXECUTE ON FUNCTION delivery__guard_change(), delivery__guard_insert(), delivery__guard_start(),
  delivery_send__guard_change(), delivery__verify_cancelled(), delivery__guard_notify(), delivery__notify() FROM PUBLIC;
