-- What is not a fixture never becomes one, whoever asks: otherwise a role that may write `fixture` could delete real work.
CREATE FUNCTION submission__guard_fixture() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'real work never becomes a fixture', CONSTRAINT = TG_TABLE_NAME || '__fixture__given_up',
    TABLE = TG_TABLE_NAME;
END
$$;

CREATE TRIGGER submission__guard_fixture BEFORE UPDATE OF fixture ON submission FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER capability__guard_fixture BEFORE UPDATE OF fixture ON capability FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER assessment__guard_fixture BEFORE UPDATE OF fixture ON assessment FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER completed_result__guard_fixture BEFORE UPDATE OF fixture ON completed_result FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER feedback__guard_fixture BEFORE UPDATE OF fixture ON feedback FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER delivery__guard_fixture BEFORE UPDATE OF fixture ON delivery FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER parked_draft__guard_fixture BEFORE UPDATE OF fixture ON parked_draft FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
