-- One row for all workers and for everybody who decides about deliveries.
CREATE TABLE delivery_control (
  id integer NOT NULL,
  -- The hold: no delivery begins until an operator resumes them, for instance after a restore.
  hold boolean NOT NULL,
  hold_reason text,
  -- Which database server the workers last knew, and on which timeline. A standby that took over, or a restored copy, differs: what
  -- was committed last may be missing there, so nothing is leased until everything that had been sent by then has arrived.
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  settle_until timestamptz,
  -- DELIVERY_SETTLE_S of the workers, which write it when they start: seconds after which an open send can no longer be in flight.
  settle_s integer NOT NULL,
  CONSTRAINT delivery_control__pkey PRIMARY KEY (id),
  CONSTRAINT delivery_control__one CHECK (id = 1),
  CONSTRAINT delivery_control__hold_reason__length CHECK (length(hold_reason) BETWEEN 1 AND 500),
  CONSTRAINT delivery_control__settle_s__range CHECK (settle_s BETWEEN 0 AND 3600),
  CONSTRAINT delivery_control__timeline__form CHECK (timeline ~ '^[0-9A-F]{8}$')
);

-- The settle time of production, until a worker writes its own.
INSERT INTO delivery_control (id, hold, system_identifier, timeline, settle_s)
SELECT 1, FALSE, control.system_identifier::text, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8), 180
FROM pg_control_system() AS control;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT (settle_s) ON delivery_control TO %I', current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, UPDATE (hold, hold_reason, system_identifier, timeline, settle_until, settle_s) ON delivery_control TO %I',
    current_database() || '_manual_grading');
END
$$;
