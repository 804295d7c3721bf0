-- The course's tags as of the last refresh from the learning platform, which alone changes them.
CREATE TABLE course_tag (
  course_id bigint NOT NULL,
  slug text NOT NULL,
  position integer NOT NULL,
  name text NOT NULL,
  description text NOT NULL,
  color text NOT NULL,
  font_white boolean NOT NULL,
  -- The tag's id on the learning platform, where it is known.
  upstream_tag_id bigint,
  -- Vanished there, and kept here for as long as the settings use it.
  gone boolean NOT NULL DEFAULT false,
  CONSTRAINT course_tag__pkey PRIMARY KEY (course_id, slug),
  CONSTRAINT course_tag__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id)
);

CREATE TABLE course_visible_tag (
  course_id bigint NOT NULL,
  slug text NOT NULL,
  CONSTRAINT course_visible_tag__pkey PRIMARY KEY (course_id, slug),
  CONSTRAINT course_visible_tag__slug__fkey FOREIGN KEY (course_id, slug) REFERENCES course_tag (course_id, slug)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT ON course_tag TO %I', current_database() || '_public_api');
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON course_tag TO %I', current_database() || '_frontend_internal');
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON course_visible_tag TO %I, %I',
    current_database() || '_public_api', current_database() || '_frontend_internal');
END
$$;
