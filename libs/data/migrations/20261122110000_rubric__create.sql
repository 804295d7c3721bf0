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

DO $$
BEGIN
  EXECUTE format(
    'GRANT SELECT, INSERT, DELETE, UPDATE (state, revision, draft, latest_version, latest_wording, updated_at) ON rubric TO %I',
    current_database() || '_frontend_internal');
END
$$;
