-- How work is judged: a rubric of a course, with the draft that its teachers work on. What was published is in rubric_version. Documents
-- are json: replies hold exactly the bytes written.
CREATE TABLE rubric (
  rubric_id uuid NOT NULL,
  course_id bigint NOT NULL,
  state text NOT NULL,
  -- Rises by one with every change of the row.
  revision integer NOT NULL,
  draft json,
  -- For lists, which must not read whole documents.
  draft_title json GENERATED ALWAYS AS (draft -> 'title') STORED,
  -- The newest row of rubric_version; null until the first one.
  latest_version integer,
  latest_wording integer,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT rubric__pkey PRIMARY KEY (rubric_id),
  -- For references that keep to the rubrics of one course.
  CONSTRAINT rubric__of_course__key UNIQUE (rubric_id, course_id),
  CONSTRAINT rubric__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT rubric__state__known CHECK (state IN ('draft', 'published', 'archived')),
  CONSTRAINT rubric__state__latest CHECK ((state = 'draft') = (latest_version IS NULL)),
  CONSTRAINT rubric__latest__pair CHECK ((latest_version IS NULL) = (latest_wording IS NULL)),
  CONSTRAINT rubric__draft__of_draft CHECK (state <> 'draft' OR draft IS NOT NULL),
  CONSTRAINT rubric__draft__size CHECK (octet_length(draft::text) <= 500000),
  CONSTRAINT rubric__revision__range CHECK (revision >= 1)
);

CREATE INDEX rubric__course_id ON rubric (course_id, rubric_id);

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

-- What must hold of rubrics whatever the code does. A statement that breaks a rule fails with check_violation and the name of the rule.

CREATE FUNCTION rubric__guard_insert() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF (NEW.state, NEW.revision) <> ('draft', 1) THEN
    RAISE check_violation USING MESSAGE = 'a new rubric is a draft', CONSTRAINT = 'rubric__state__first', TABLE = 'rubric';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER rubric__guard_insert BEFORE INSERT ON rubric FOR EACH ROW EXECUTE FUNCTION rubric__guard_insert();

CREATE FUNCTION rubric__guard_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NEW.revision <> OLD.revision + 1 THEN
    RAISE check_violation USING MESSAGE = 'every change raises the revision by one', CONSTRAINT = 'rubric__revision__rises', TABLE = 'rubric';
  END IF;
  IF (NEW.rubric_id, NEW.course_id, NEW.created_at) <> (OLD.rubric_id, OLD.course_id, OLD.created_at) THEN
    RAISE check_violation USING MESSAGE = 'a rubric stays in its course', CONSTRAINT = 'rubric__course_id__fixed', TABLE = 'rubric';
  END IF;
  IF NEW.state <> OLD.state AND (OLD.state, NEW.state) NOT IN (('draft', 'published'), ('published', 'archived'), ('archived', 'published')) THEN
    RAISE check_violation USING MESSAGE = 'this state cannot follow that one', CONSTRAINT = 'rubric__state__order', TABLE = 'rubric';
  END IF;
  IF OLD.state = 'archived' AND NEW.draft::text IS DISTINCT FROM OLD.draft::text THEN
    RAISE check_violation USING MESSAGE = 'an archived rubric keeps its draft', CONSTRAINT = 'rubric__archived__fixed', TABLE = 'rubric';
  END IF;
  IF (NEW.latest_version, NEW.latest_wording) IS DISTINCT FROM (OLD.latest_version, OLD.latest_wording) AND NOT coalesce(
    NEW.state = 'published' AND OLD.state <> 'archived' AND NEW.draft IS NULL
    AND (NEW.latest_version, NEW.latest_wording) IN (
      (coalesce(OLD.latest_version, 0) + 1, 1), (OLD.latest_version, OLD.latest_wording + 1)), FALSE) THEN
    RAISE check_violation USING MESSAGE = 'versions and wordings rise one by one', CONSTRAINT = 'rubric__latest__rises', TABLE = 'rubric';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER rubric__guard_change BEFORE UPDATE ON rubric FOR EACH ROW EXECUTE FUNCTION rubric__guard_change();

-- The newest version of a rubric is there, and nothing is published in any other way. Both triggers run after the statement, since the
-- statement writes both tables.
CREATE FUNCTION rubric__guard_latest() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM rubric_version
    WHERE rubric_version.rubric_id = NEW.rubric_id AND rubric_version.version = NEW.latest_version
      AND rubric_version.wording = NEW.latest_wording AND rubric_version.document::text = OLD.draft::text
  ) THEN
    RAISE check_violation USING MESSAGE = 'what is published is the draft', CONSTRAINT = 'rubric__latest__exists', TABLE = 'rubric';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER rubric__guard_latest AFTER UPDATE ON rubric FOR EACH ROW
  WHEN ((NEW.latest_version, NEW.latest_wording) IS DISTINCT FROM (OLD.latest_version, OLD.latest_wording))
  EXECUTE FUNCTION rubric__guard_latest();

CREATE FUNCTION rubric_version__guard_insert() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM rubric
    WHERE rubric.rubric_id = NEW.rubric_id AND rubric.latest_version = NEW.version AND rubric.latest_wording = NEW.wording
  ) THEN
    RAISE check_violation USING MESSAGE = 'only the newest version is added', CONSTRAINT = 'rubric_version__newest', TABLE = 'rubric_version';
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER rubric_version__guard_insert AFTER INSERT ON rubric_version FOR EACH ROW
  EXECUTE FUNCTION rubric_version__guard_insert();

CREATE FUNCTION rubric_version__guard_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  RAISE check_violation USING MESSAGE = 'what was published stays', CONSTRAINT = 'rubric_version__fixed', TABLE = 'rubric_version';
END
$$;

CREATE TRIGGER rubric_version__guard_change BEFORE UPDATE OR DELETE ON rubric_version FOR EACH ROW
  EXECUTE FUNCTION rubric_version__guard_change();

-- Trigger functions run without any right of the role that writes the table.
REVOKE EXECUTE ON FUNCTION rubric__guard_insert(), rubric__guard_change(), rubric__guard_latest(),
  rubric_version__guard_insert(), rubric_version__guard_change() FROM PUBLIC;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  EXECUTE format(
    'GRANT SELECT, INSERT, DELETE, UPDATE (state, revision, draft, latest_version, latest_wording, updated_at) '
      'ON rubric TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT ON rubric_version TO %I', frontend);
END
$$;
