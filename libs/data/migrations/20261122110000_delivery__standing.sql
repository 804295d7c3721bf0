-- What the learning platform made of a grade that was delivered, as the look right after it showed: `delivered` alone does not
-- say that it counts.
ALTER TABLE delivery
  ADD COLUMN upstream_at timestamptz,
  ADD COLUMN upstream_status text,
  ADD COLUMN upstream_grade numeric,
  ADD COLUMN upstream_late_penalty double precision,
  -- Whether that still stands. Of a submission's latest delivered delivery; of older ones nobody asks.
  ADD COLUMN standing text NOT NULL DEFAULT 'unknown',
  -- When it is looked up once more.
  ADD COLUMN standing_verification_at timestamptz,
  -- Nothing is sent before: a registration was refused, so that the learning platform may be about to rewrite what it has.
  ADD COLUMN rests_until timestamptz,
  ADD CONSTRAINT delivery__upstream CHECK (
    CASE WHEN upstream_at IS NULL THEN num_nonnulls(upstream_status, upstream_grade, upstream_late_penalty) = 0
    ELSE state = 'delivered' AND num_nonnulls(upstream_status, upstream_grade) = 2 END) NOT VALID,
  ADD CONSTRAINT delivery__upstream_status__known
    CHECK (upstream_status IN ('initialized', 'waiting', 'error', 'rejected', 'ready', 'unofficial')) NOT VALID,
  ADD CONSTRAINT delivery__standing__known CHECK (standing IN ('ours', 'changed', 'unknown')) NOT VALID,
  -- Whatever is called ours or changed can be compared with what was seen.
  ADD CONSTRAINT delivery__standing__of_a_verification
    CHECK (standing = 'unknown' OR upstream_at IS NOT NULL AND (standing <> 'ours' OR verified_after_at IS NOT NULL)) NOT VALID,
  ADD CONSTRAINT delivery__standing_verification_at CHECK (standing_verification_at IS NULL OR standing = 'ours') NOT VALID;

ALTER TABLE delivery VALIDATE CONSTRAINT delivery__upstream;
ALTER TABLE delivery VALIDATE CONSTRAINT delivery__upstream_status__known;
ALTER TABLE delivery VALIDATE CONSTRAINT delivery__standing__known;
ALTER TABLE delivery VALIDATE CONSTRAINT delivery__standing__of_a_verification;
ALTER TABLE delivery VALIDATE CONSTRAINT delivery__standing_verification_at;

DO $$
BEGIN
  EXECUTE format('GRANT UPDATE (standing, standing_verification_at) ON delivery TO %I', current_database() || '_frontend_internal');
END
$$;
