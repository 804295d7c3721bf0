import { sql, type FragmentSqlToken } from 'slonik'
import type { Tx } from '../db.ts'
import { exportedRows, type Person } from '../person-table.ts'
import { statement } from '../row.ts'

const erase = statement('eraseFeedback')

const instant = (time: FragmentSqlToken) =>
  sql.fragment`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const isOf = ({ courseId, userId }: Person) => sql.fragment`
  assessment.course_id = ${courseId}::bigint AND EXISTS (
    SELECT
    FROM submission_submitter
    WHERE submission_submitter.submission_id = assessment.submission_id AND submission_submitter.user_id = ${userId}::bigint
  )`

/** Whether `feedback` is about the person, or about work that the person handed in. */
const isAbout = (person: Person) => sql.fragment`
  feedback.course_id = ${person.courseId}::bigint AND (
    feedback.user_id = ${person.userId}::bigint
    OR feedback.assessment_id IN (SELECT assessment.id FROM assessment WHERE ${isOf(person)})
  )`

/** Who judges it is left out, here and below, since that is data about somebody else. */
export const exportAssessments = exportedRows(
  'exportAssessments',
  'uuid',
  (person) => sql.fragment`
  SELECT assessment.id AS key, json_build_object(
    'submissionId', assessment.submission_id, 'state', assessment.state, 'scores', assessment.scores,
    'adjustment', assessment.adjustment, 'privateNote', assessment.private_note, 'points', assessment.points,
    'postponedNote', assessment.postponed_note, 'startedAt', ${instant(sql.fragment`assessment.started_at`)},
    'updatedAt', ${instant(sql.fragment`assessment.updated_at`)}
  ) AS row
  FROM assessment
  WHERE ${isOf(person)}`,
)

/** The history of these assessments, with the texts that were overwritten. */
export const exportAssessmentEvents = exportedRows(
  'exportAssessmentEvents',
  'bigint',
  (person) => sql.fragment`
  SELECT assessment_event.id AS key, json_build_object(
    'submissionId', assessment.submission_id, 'event', assessment_event.event, 'at', ${instant(sql.fragment`assessment_event.at`)},
    'pointsBefore', assessment_event.points_before, 'pointsAfter', assessment_event.points_after,
    'reason', assessment_event.reason, 'judgement', assessment_event.judgement
  ) AS row
  FROM assessment
  JOIN assessment_event ON assessment_event.assessment_id = assessment.id
  WHERE ${isOf(person)}`,
)

/** What the person may read or will read, and drafts of it. */
export const exportFeedback = exportedRows(
  'exportFeedback',
  'uuid',
  (person) => sql.fragment`
  SELECT feedback.id AS key, json_build_object(
    'submissionId', feedback.submission_id, 'language', feedback.language, 'state', feedback.state, 'body', feedback.body,
    'annotations', feedback.annotations, 'publishedText', feedback.published_text,
    'readAt', (
      SELECT ${instant(sql.fragment`feedback_read.read_at`)}
      FROM feedback_read
      WHERE feedback_read.feedback_id = feedback.id AND feedback_read.user_id = ${person.userId}::bigint
    ), 'createdAt', ${instant(sql.fragment`feedback.created_at`)},
    'updatedAt', ${instant(sql.fragment`feedback.updated_at`)}
  ) AS row
  FROM feedback
  WHERE ${isAbout(person)}`,
)

/** Each a row of its own, since a document may have many long ones. */
export const exportFeedbackVersions = exportedRows(
  'exportFeedbackVersions',
  'text',
  (person) => sql.fragment`
  SELECT feedback_version.feedback_id || lpad(feedback_version.version::text, 10, '0') AS key, json_build_object(
    'submissionId', feedback.submission_id, 'version', feedback_version.version, 'language', feedback_version.language,
    'body', feedback_version.body, 'annotations', feedback_version.annotations,
    'savedAt', ${instant(sql.fragment`feedback_version.saved_at`)}
  ) AS row
  FROM feedback
  JOIN feedback_version ON feedback_version.feedback_id = feedback.id
  WHERE ${isAbout(person)}`,
)

/** What was typed about the person's work and could not be saved. */
export const exportParkedDrafts = exportedRows(
  'exportParkedDrafts',
  'uuid',
  (person) => sql.fragment`
  SELECT parked_draft.id AS key, json_build_object(
    'submissionId', assessment.submission_id, 'content', parked_draft.content,
    'createdAt', ${instant(sql.fragment`parked_draft.created_at`)}
  ) AS row
  FROM parked_draft
  LEFT JOIN feedback ON feedback.id = parked_draft.feedback_id
  LEFT JOIN assessment ON assessment.id = coalesce(parked_draft.assessment_id, feedback.assessment_id)
  WHERE parked_draft.course_id = ${person.courseId}::bigint
    AND (feedback.user_id = ${person.userId}::bigint OR (${isOf(person)}))`,
)

/** Refused saves are included. Documents about submissions are emptied with the last submitter, see `disownWork`. */
export async function eraseFeedback(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const { rowCount } = await tx.query(erase`
    DELETE FROM feedback WHERE feedback.course_id = ${courseId}::bigint AND feedback.user_id = ${userId}::bigint
  `)
  return rowCount
}
