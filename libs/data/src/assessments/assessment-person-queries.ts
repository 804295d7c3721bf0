import { sql, type FragmentSqlToken } from 'slonik'
import type { Tx } from '../db/db.ts'
import { exportedRows, type Person } from '../db/person-table.ts'
import { write } from '../db/row.ts'
import { keptApart } from '../db/planner.ts'
import { handedInBy } from '../submissions/submission-person-queries.ts'

const instant = (time: FragmentSqlToken) =>
  sql.fragment`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const fromAssessmentsOf = (person: Person) => sql.fragment`
  (${handedInBy(person)}) AS own
  CROSS JOIN LATERAL (
    SELECT assessment.id, assessment.submission_id, assessment.state, assessment.scores, assessment.adjustment, assessment.private_note,
      assessment.points, assessment.postponed_note, assessment.started_at, assessment.updated_at
    FROM assessment
    WHERE assessment.submission_id = own.submission_id
    ${keptApart}
  ) AS assessment`

const documentColumns = sql.fragment`feedback.id, feedback.submission_id, feedback.assessment_id, feedback.language, feedback.state,
  feedback.body, feedback.annotations, feedback.published_text, feedback.created_at, feedback.updated_at`

/** The FROM item of the documents about the person, or about submissions that the person handed in. */
const fromDocumentsOf = (person: Person) => sql.fragment`
  (
    SELECT ${documentColumns}
    FROM feedback
    WHERE feedback.user_id = ${person.userId}::bigint AND feedback.course_id = ${person.courseId}::bigint
    UNION ALL
    SELECT ${documentColumns}
    FROM (${handedInBy(person)}) AS own
    CROSS JOIN LATERAL (
      SELECT ${documentColumns} FROM feedback WHERE feedback.submission_id = own.submission_id ${keptApart}
    ) AS feedback
  ) AS feedback`

/** Grader and holder are left out, since they are data about somebody else. */
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
  FROM ${fromAssessmentsOf(person)}`,
)

export const exportAssessmentEvents = exportedRows(
  'exportAssessmentEvents',
  'bigint',
  (person) => sql.fragment`
  SELECT assessment_event.id AS key, json_build_object(
    'submissionId', assessment.submission_id, 'event', assessment_event.event, 'at', ${instant(sql.fragment`assessment_event.at`)},
    'pointsBefore', assessment_event.points_before, 'pointsAfter', assessment_event.points_after,
    'reason', assessment_event.reason, 'judgement', assessment_event.judgement
  ) AS row
  FROM ${fromAssessmentsOf(person)}
  CROSS JOIN LATERAL (
    SELECT assessment_event.id, assessment_event.event, assessment_event.at, assessment_event.points_before,
      assessment_event.points_after, assessment_event.reason, assessment_event.judgement
    FROM assessment_event
    WHERE assessment_event.assessment_id = assessment.id
    ${keptApart}
  ) AS assessment_event`,
)

/** What the person may read or will read, drafts included. */
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
  FROM ${fromDocumentsOf(person)}`,
)

/** Each version is a row of its own, since a document may have many long ones. */
export const exportFeedbackVersions = exportedRows(
  'exportFeedbackVersions',
  'text',
  (person) => sql.fragment`
  SELECT feedback_version.feedback_id || lpad(feedback_version.version::text, 10, '0') AS key, json_build_object(
    'submissionId', feedback.submission_id, 'version', feedback_version.version, 'language', feedback_version.language,
    'body', feedback_version.body, 'annotations', feedback_version.annotations,
    'savedAt', ${instant(sql.fragment`feedback_version.saved_at`)}
  ) AS row
  FROM ${fromDocumentsOf(person)}
  CROSS JOIN LATERAL (
    SELECT feedback_version.feedback_id, feedback_version.version, feedback_version.language, feedback_version.body,
      feedback_version.annotations, feedback_version.saved_at
    FROM feedback_version
    WHERE feedback_version.feedback_id = feedback.id
    ${keptApart}
  ) AS feedback_version`,
)

export const exportParkedDrafts = exportedRows(
  'exportParkedDrafts',
  'uuid',
  (person) => sql.fragment`
  SELECT parked_draft.id AS key, json_build_object(
    'submissionId', feedback.submission_id, 'content', parked_draft.content,
    'createdAt', ${instant(sql.fragment`parked_draft.created_at`)}
  ) AS row
  FROM ${fromDocumentsOf(person)}
  CROSS JOIN LATERAL (
    SELECT parked_draft.id, parked_draft.content, parked_draft.created_at
    FROM parked_draft
    WHERE parked_draft.feedback_id = feedback.id OR parked_draft.assessment_id = feedback.assessment_id
    ${keptApart}
  ) AS parked_draft`,
)

/** Deletes documents about the person, with their parked drafts. Documents about submissions are emptied by `disownWork`. */
export async function eraseFeedback(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const { rowCount } = await tx.query(write('eraseFeedback')`
    DELETE FROM feedback WHERE feedback.course_id = ${courseId}::bigint AND feedback.user_id = ${userId}::bigint
  `)
  return rowCount
}
