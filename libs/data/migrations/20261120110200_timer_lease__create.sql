-- Which replica does the work of a timer, and when it last began. One row per timer, made by the first replica that asks for it.
CREATE TABLE timer_lease (
  name text NOT NULL,
  holder uuid NOT NULL,
  leased_until timestamptz NOT NULL,
  last_run_at timestamptz NOT NULL,
  CONSTRAINT timer_lease__pkey PRIMARY KEY (name),
  CONSTRAINT timer_lease__name__form CHECK (name ~ '^[a-z][a-z_]{0,62}$')
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (holder, leased_until, last_run_at) ON timer_lease TO %I, %I',
    current_database() || '_frontend_internal', current_database() || '_manual_grading');
END
$$;
