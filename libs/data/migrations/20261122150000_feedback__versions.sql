-- Documents keep what was written over, and students' documents what students may read.
-- squawk-ignore adding-not-nullable-field
ALTER TABLE feedback
  -- The last revision in which each part was changed: `body`, `language`, and `annotations.` with the id of an annotation.
  ADD COLUMN part_revisions json NOT NULL DEFAULT '{}',
  -- Of a student's document: when it was published last, and what students read of that version.
  ADD COLUMN published_at timestamptz,
  ADD COLUMN published_text json;

-- What students read of the result, frozen at its completion.
ALTER TABLE completed_result ADD COLUMN student_text json;
ALTER TABLE rubric_migration_row ADD COLUMN student_text json;

-- Saves of one person within five minutes are one version, until it is closed.
CREATE TABLE feedback_version (
  feedback_id uuid NOT NULL,
  version integer NOT NULL,
  -- The revision of the document that the version left.
  revision integer NOT NULL,
  language text NOT NULL,
  body text NOT NULL,
  -- json, not jsonb: replies hold exactly what was written.
  annotations json NOT NULL,
  saved_by bigint NOT NULL,
  begun_at timestamptz NOT NULL,
  saved_at timestamptz NOT NULL,
  -- Published, or frozen by a completion: a later save is another version.
  closed_at timestamptz,
  CONSTRAINT feedback_version__pkey PRIMARY KEY (feedback_id, version),
  CONSTRAINT feedback_version__feedback_id__fkey FOREIGN KEY (feedback_id) REFERENCES feedback (id) ON DELETE CASCADE,
  CONSTRAINT feedback_version__version__range CHECK (version >= 1),
  CONSTRAINT feedback_version__revision__range CHECK (revision >= 1)
);

-- When each student read a document first since it was published.
CREATE TABLE feedback_read (
  feedback_id uuid NOT NULL,
  user_id bigint NOT NULL,
  read_at timestamptz NOT NULL,
  CONSTRAINT feedback_read__pkey PRIMARY KEY (feedback_id, user_id),
  CONSTRAINT feedback_read__feedback_id__fkey FOREIGN KEY (feedback_id) REFERENCES feedback (id) ON DELETE CASCADE
);

CREATE INDEX feedback_read__user_id ON feedback_read (user_id);

-- With what new documents begin, in each language.
CREATE TABLE feedback_template (
  course_id bigint NOT NULL,
  revision integer NOT NULL,
  templates json NOT NULL,
  updated_by bigint NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT feedback_template__pkey PRIMARY KEY (course_id),
  CONSTRAINT feedback_template__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT feedback_template__revision__range CHECK (revision >= 1)
);

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
BEGIN
  EXECUTE format('GRANT UPDATE (part_revisions, published_at, published_text) ON feedback TO %I', frontend);
  -- An erasure empties it with the other texts.
  EXECUTE format('GRANT UPDATE (student_text) ON completed_result TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (revision, language, body, annotations, saved_at, closed_at) ON feedback_version TO %I',
    frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (read_at) ON feedback_read TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE (revision, templates, updated_by, updated_at) ON feedback_template TO %I', frontend);
END
$$;
