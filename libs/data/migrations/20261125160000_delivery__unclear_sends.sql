-- The maximum of the exercise on the learning platform when the latest send started: what the platform shows of the grade follows from it.
ALTER TABLE delivery
  ADD COLUMN upstream_max_points bigint,
  ADD CONSTRAINT delivery__upstream_max_points__range CHECK (upstream_max_points >= 0) NOT VALID;

-- A cancelled delivery of which a send may have arrived is verified as an ambiguous one is. If its grade stands, it keeps what was seen.
ALTER TABLE delivery
  DROP CONSTRAINT delivery__next_verification_at,
  ADD CONSTRAINT delivery__next_verification_at CHECK (
    state IN ('ambiguous', 'cancelled') OR num_nonnulls(next_verification_at, verification_lease_until) = 0) NOT VALID,
  DROP CONSTRAINT delivery__verified_after,
  ADD CONSTRAINT delivery__verified_after CHECK (
    CASE WHEN verified_after_at IS NULL THEN num_nonnulls(after_grading_time, after_grader_id) = 0
    ELSE state IN ('delivered', 'cancelled') END) NOT VALID,
  DROP CONSTRAINT delivery__upstream,
  ADD CONSTRAINT delivery__upstream CHECK (
    CASE WHEN upstream_at IS NULL THEN num_nonnulls(upstream_status, upstream_grade, upstream_late_penalty) = 0
    ELSE state IN ('delivered', 'cancelled') AND num_nonnulls(upstream_status, upstream_grade) = 2 END) NOT VALID;

-- Whoever cancels it, the first verification is due after as long as that of an ambiguous delivery.
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

REVOKE EXECUTE ON FUNCTION delivery__verify_cancelled() FROM PUBLIC;

DO $$
DECLARE
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format('GRANT SELECT (course_id, exercise_id, max_points) ON snapshot_exercise TO %I', grading);
  EXECUTE format('GRANT SELECT (course_id, taken_at) ON course_snapshot TO %I', grading);
END
$$;
