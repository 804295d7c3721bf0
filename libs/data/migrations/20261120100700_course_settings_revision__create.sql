-- What every write changed: nothing is ever deleted or updated here, and the automation API cannot even read it.
CREATE TABLE course_settings_revision (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  user_id bigint NOT NULL,
  boundary text NOT NULL,
  operation text NOT NULL,
  before json,
  after json NOT NULL,
  CONSTRAINT course_settings_revision__pkey PRIMARY KEY (course_id, revision),
  CONSTRAINT course_settings_revision__boundary__known CHECK (boundary IN ('public', 'frontend')),
  CONSTRAINT course_settings_revision__before__from_second CHECK ((before IS NULL) = (revision = 1)),
  CONSTRAINT course_settings_revision__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

DO $$
BEGIN
  EXECUTE format('GRANT INSERT ON course_settings_revision TO %I', current_database() || '_public_api');
  EXECUTE format('GRANT SELECT, INSERT ON course_settings_revision TO %I', current_database() || '_frontend_internal');
END
$$;
