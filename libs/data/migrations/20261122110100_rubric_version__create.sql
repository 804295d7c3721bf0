-- What was published of a rubric. Another structure made another version, other words alone another wording of it. Nothing is ever
-- changed or deleted here, and so a rubric that was published stays too.
CREATE TABLE rubric_version (
  rubric_id uuid NOT NULL,
  version integer NOT NULL,
  wording integer NOT NULL,
  document json NOT NULL,
  -- For lists, which must not read whole documents.
  title json GENERATED ALWAYS AS (document -> 'title') STORED,
  published_at timestamptz NOT NULL,
  published_by bigint NOT NULL,
  CONSTRAINT rubric_version__pkey PRIMARY KEY (rubric_id, version, wording),
  CONSTRAINT rubric_version__rubric_id__fkey FOREIGN KEY (rubric_id) REFERENCES rubric (rubric_id),
  CONSTRAINT rubric_version__version__range CHECK (version >= 1),
  CONSTRAINT rubric_version__wording__range CHECK (wording >= 1),
  CONSTRAINT rubric_version__document__size CHECK (octet_length(document::text) <= 500000),
  CONSTRAINT rubric_version__published_by__range CHECK (published_by BETWEEN 1 AND 9007199254740991)
);

DO $$
BEGIN
  EXECUTE format('GRANT SELECT, INSERT ON rubric_version TO %I', current_database() || '_frontend_internal');
END
$$;
