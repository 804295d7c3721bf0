-- Whether a grade can still be sent with the URL, for services that may not read the URL itself. An unused one also expires.
-- No release has this table yet, so there is nothing to rewrite.
-- squawk-ignore adding-field-with-default
ALTER TABLE capability ADD COLUMN deliverable boolean GENERATED ALWAYS AS (sealed_url IS NOT NULL AND deleted_at IS NULL) STORED;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT (deliverable) ON capability TO %I', current_database() || '_frontend_internal');
END
$$;
