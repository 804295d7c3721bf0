-- One row for all workers: whether anything may be sent at all.
CREATE TABLE delivery_control (
  id integer NOT NULL,
  -- Nothing leaves until an operator releases it, as after a restore.
  hold boolean NOT NULL,
  hold_reason text,
  -- Which server this is, and which line of its history. A standby that took over, and a restored copy, is another: what was
  -- committed last may be missing there, so nothing is leased until what had been sent by then has arrived.
  system_identifier text NOT NULL,
  timeline text NOT NULL,
  settle_until timestamptz,
  CONSTRAINT delivery_control__pkey PRIMARY KEY (id),
  CONSTRAINT delivery_control__one CHECK (id = 1),
  CONSTRAINT delivery_control__hold_reason__length CHECK (length(hold_reason) BETWEEN 1 AND 500),
  CONSTRAINT delivery_control__timeline__form CHECK (timeline ~ '^[0-9A-F]{8}$')
);

INSERT INTO delivery_control (id, hold, system_identifier, timeline)
SELECT 1, FALSE, control.system_identifier::text, left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
FROM pg_control_system() AS control;

DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON delivery_control TO %I', current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, UPDATE (hold, hold_reason, system_identifier, timeline, settle_until) ON delivery_control TO %I',
    current_database() || '_manual_grading');
END
$$;
