-- What a completion changes beside its result, as one statement does it, for the twin: no statement of the service changes it.
-- $1 assessment, $2 grader, $3 wording, $4 points, $5 revision
WITH before AS (
  SELECT assessment.id, assessment.revision, assessment.points FROM assessment WHERE assessment.id = $1::uuid
),
completed AS (
  UPDATE assessment
  SET state = 'completed', grader_id = $2::bigint, holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE,
    rubric_wording = $3::integer, points = $4::numeric, postponed_note = NULL, postponed_at = NULL, updated_at = clock_timestamp(),
    completed_at = clock_timestamp()
  WHERE assessment.id = $1::uuid AND assessment.state = 'in_progress' AND assessment.revision = $5::integer
  RETURNING assessment.id, assessment.revision, assessment.points, assessment.submission_id
),
not_postponed AS (
  UPDATE submission SET postponed = FALSE
  FROM completed
  WHERE submission.submission_id = completed.submission_id AND submission.postponed
),
document AS (
  SELECT feedback.id, feedback.revision, feedback.language, feedback.body, feedback.annotations, feedback.updated_by
  FROM completed
  JOIN feedback ON feedback.assessment_id = completed.id
),
closed AS (
  UPDATE feedback_version SET closed_at = clock_timestamp()
  FROM document
  WHERE feedback_version.feedback_id = document.id AND feedback_version.revision = document.revision
    AND feedback_version.closed_at IS NULL
),
begun AS (
  INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
  SELECT document.id, 1 + coalesce((
      SELECT max(feedback_version.version) FROM feedback_version WHERE feedback_version.feedback_id = document.id
    ), 0), document.revision, document.language, document.body, document.annotations, document.updated_by, clock_timestamp(),
    clock_timestamp(), clock_timestamp()
  FROM document
  WHERE NOT EXISTS (
    SELECT
    FROM feedback_version
    WHERE feedback_version.feedback_id = document.id AND feedback_version.revision = document.revision
  )
),
event AS (
  INSERT INTO assessment_event (
    assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after
  )
  SELECT completed.id, clock_timestamp(), 'completed', $2::bigint, before.revision, completed.revision, before.points, completed.points
  FROM completed
  JOIN before ON before.id = completed.id
)
SELECT completed.revision FROM completed
