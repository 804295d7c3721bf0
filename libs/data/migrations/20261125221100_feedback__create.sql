-- What students will read: of a submission, as part of its assessment, or of a student of a course.
CREATE TABLE feedback (
  id uuid NOT NULL,
  course_id bigint NOT NULL,
  submission_id bigint,
  user_id bigint,
  assessment_id uuid,
  language text NOT NULL,
  state text NOT NULL,
  -- Rises by one with every change of the document.
  revision integer NOT NULL,
  body text NOT NULL,
  annotations json NOT NULL,
  author_id bigint NOT NULL,
  updated_by bigint NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  fixture boolean NOT NULL,
  -- The last revision in which each part was changed: `body`, `language`, and `annotations.` with the id of an annotation.
  part_revisions json NOT NULL DEFAULT '{}',
  -- Of a student's document: when it was published last, and what students read of that version.
  published_at timestamptz,
  published_text json,
  CONSTRAINT feedback__pkey PRIMARY KEY (id),
  CONSTRAINT feedback__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT feedback__assessment_id__key UNIQUE (assessment_id),
  CONSTRAINT feedback__assessment_id__fkey FOREIGN KEY (assessment_id, submission_id) REFERENCES assessment (id, submission_id),
  CONSTRAINT feedback__target CHECK (num_nonnulls(submission_id, assessment_id) = CASE WHEN user_id IS NULL THEN 2 ELSE 0 END),
  CONSTRAINT feedback__user_id__range CHECK (user_id BETWEEN 1 AND 9007199254740991),
  CONSTRAINT feedback__language__length CHECK (length(language) BETWEEN 1 AND 35),
  CONSTRAINT feedback__state__known CHECK (state IN ('draft', 'published', 'withdrawn')),
  CONSTRAINT feedback__revision__range CHECK (revision >= 1),
  CONSTRAINT feedback__body__length CHECK (length(body) <= 200000)
);

CREATE INDEX feedback__submission_id ON feedback (submission_id) WHERE submission_id IS NOT NULL;
CREATE INDEX feedback__user_id ON feedback (user_id, course_id) WHERE user_id IS NOT NULL;

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
  -- The version whose text this one took over; null once something else was saved in it.
  restored_from integer,
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

-- What a refused save was sent with, for the person who sent it, for seven days.
CREATE TABLE parked_draft (
  id uuid NOT NULL,
  owner_id bigint NOT NULL,
  course_id bigint NOT NULL,
  -- Of what it was a save. Feedback of a submission belongs to its assessment, too.
  assessment_id uuid,
  feedback_id uuid,
  -- The code with which the save was refused.
  refused_as text NOT NULL,
  -- The revision on which the save was based.
  base_revision integer NOT NULL,
  -- The body of the save.
  content json NOT NULL,
  created_at timestamptz NOT NULL,
  fixture boolean NOT NULL,
  CONSTRAINT parked_draft__pkey PRIMARY KEY (id),
  CONSTRAINT parked_draft__course_id__fkey FOREIGN KEY (course_id) REFERENCES course_settings (course_id),
  CONSTRAINT parked_draft__assessment_id__fkey FOREIGN KEY (assessment_id) REFERENCES assessment (id) ON DELETE CASCADE,
  CONSTRAINT parked_draft__feedback_id__fkey FOREIGN KEY (feedback_id) REFERENCES feedback (id) ON DELETE CASCADE,
  CONSTRAINT parked_draft__of_something CHECK (num_nonnulls(assessment_id, feedback_id) = 1),
  CONSTRAINT parked_draft__refused_as__known
    CHECK (refused_as IN ('revision_conflict', 'merge_conflict', 'claim_lost', 'not_in_state', 'restarted'))
);

CREATE INDEX parked_draft__assessment_id ON parked_draft (assessment_id, owner_id, id) WHERE assessment_id IS NOT NULL;
CREATE INDEX parked_draft__feedback_id ON parked_draft (feedback_id, owner_id, id) WHERE feedback_id IS NOT NULL;
CREATE INDEX parked_draft__created_at ON parked_draft (created_at);

-- The document of a submission stays as long as its assessment; a student's own document may be deleted while it is a draft.
CREATE TRIGGER feedback__guard_delete BEFORE DELETE ON feedback FOR EACH ROW WHEN (OLD.submission_id IS NOT NULL)
  EXECUTE FUNCTION delivery__guard_delete();
CREATE TRIGGER feedback__guard_fixture BEFORE UPDATE OF fixture ON feedback FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();
CREATE TRIGGER parked_draft__guard_fixture BEFORE UPDATE OF fixture ON parked_draft FOR EACH ROW
  WHEN (NEW.fixture AND NOT OLD.fixture) EXECUTE FUNCTION submission__guard_fixture();

-- What students may see, of a submission and of documents about a student: every reading, list, export and archive for students asks
-- this view and no table. Of a submission it is the newest result that was released, whatever became of it since. Each release
-- publishes its document; what staff withdraw, or an erasure emptied, is hidden until it is published or released again. A course or
-- an exercise that the learning platform hides from students shows nothing, as the snapshot says; without a snapshot it is shown.
CREATE VIEW student_visible_result AS
SELECT released.submission_id, released.id AS result_id, released.points, released.max_points, released.released_at,
  feedback.id AS feedback_id, NULL::bigint AS user_id, released.course_id, released.exercise_id,
  released.student_text AS text
FROM completed_result AS released
JOIN feedback ON feedback.assessment_id = released.assessment_id AND feedback.submission_id = released.submission_id
  AND feedback.state = 'published'
-- Scalar subqueries: what hides a result is looked up for it alone, however many results there are.
WHERE released.released_at IS NOT NULL
  AND (
    SELECT TRUE
    FROM completed_result AS newer
    WHERE newer.submission_id = released.submission_id AND newer.released_at IS NOT NULL
      AND (newer.created_at, newer.id) > (released.created_at, released.id)
    LIMIT 1
  ) IS NULL
  AND (SELECT course_snapshot.visible FROM course_snapshot WHERE course_snapshot.course_id = released.course_id) IS NOT FALSE
  AND (
    SELECT TRUE
    FROM hidden_exercise
    WHERE hidden_exercise.course_id = released.course_id AND hidden_exercise.exercise_id = released.exercise_id
    LIMIT 1
  ) IS NULL
UNION ALL
SELECT NULL, NULL, NULL, NULL, feedback.published_at, feedback.id, feedback.user_id, feedback.course_id, NULL,
  feedback.published_text
FROM feedback
WHERE feedback.user_id IS NOT NULL AND feedback.state = 'published'
  AND (SELECT course_snapshot.visible FROM course_snapshot WHERE course_snapshot.course_id = feedback.course_id) IS NOT FALSE;

DO $$
DECLARE
  frontend text := current_database() || '_frontend_internal';
  grading text := current_database() || '_manual_grading';
BEGIN
  EXECUTE format(
    'GRANT SELECT, INSERT, DELETE, UPDATE (state, revision, language, body, annotations, updated_by, updated_at, '
      'part_revisions, published_at, published_text) ON feedback TO %I', frontend);
  -- Fixtures are deleted; what was written is not read.
  EXECUTE format('GRANT SELECT (id, submission_id, assessment_id, fixture), UPDATE (fixture), DELETE ON feedback TO %I', grading);
  EXECUTE format(
    'GRANT SELECT, INSERT, DELETE, UPDATE (revision, language, body, annotations, saved_by, saved_at, closed_at, '
      'restored_from) ON feedback_version TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE, UPDATE (read_at) ON feedback_read TO %I', frontend);
  -- What somebody read who is no longer among the submitters.
  EXECUTE format('GRANT SELECT (feedback_id, user_id), DELETE ON feedback_read TO %I', grading);
  EXECUTE format(
    'GRANT SELECT, INSERT, UPDATE (revision, templates, updated_by, updated_at) ON feedback_template TO %I', frontend);
  EXECUTE format('GRANT SELECT, INSERT, DELETE ON parked_draft TO %I', frontend);
  EXECUTE format('GRANT SELECT ON student_visible_result TO %I', frontend);
END
$$;
