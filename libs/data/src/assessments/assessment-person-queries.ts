import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db.ts'
import type { Person, PersonRow } from '../person-table.ts'
import { statement } from '../row.ts'

const personRow = Type.Object({ key: Type.String(), row: Type.String() })
const exportOwnAssessments = statement('exportAssessments', personRow)
const exportEvents = statement('exportAssessmentEvents', personRow)
const exportDocuments = statement('exportFeedback', personRow)
const exportVersions = statement('exportFeedbackVersions', personRow)
const exportDrafts = statement('exportParkedDrafts', personRow)
const erase = statement('eraseFeedback', Type.Object({ count: Type.Integer() }))

const instant = (time: FragmentSqlToken) =>
  sql.fragment`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Whether the person handed in the work of `assessment`, in the course. */
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

/** How the work of the person is judged. Who judges it is left out, here and below, since that is data about somebody else. */
export async function exportAssessments(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportOwnAssessments`
    SELECT assessment.id::text AS key, json_build_object(
      'submissionId', assessment.submission_id, 'state', assessment.state, 'scores', assessment.scores,
      'adjustment', assessment.adjustment, 'privateNote', assessment.private_note, 'points', assessment.points,
      'postponedNote', assessment.postponed_note, 'startedAt', ${instant(sql.fragment`assessment.started_at`)},
      'updatedAt', ${instant(sql.fragment`assessment.updated_at`)}
    )::text AS row
    FROM assessment
    WHERE ${isOf(person)} AND (${after}::uuid IS NULL OR assessment.id > ${after}::uuid)
    ORDER BY assessment.id
    LIMIT ${limit}::integer
  `)
}

/** The history of these assessments, with the texts that were overwritten. */
export async function exportAssessmentEvents(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportEvents`
    SELECT assessment_event.id::text AS key, json_build_object(
      'submissionId', assessment.submission_id, 'event', assessment_event.event, 'at', ${instant(sql.fragment`assessment_event.at`)},
      'pointsBefore', assessment_event.points_before, 'pointsAfter', assessment_event.points_after,
      'reason', assessment_event.reason, 'judgement', assessment_event.judgement
    )::text AS row
    FROM assessment
    JOIN assessment_event ON assessment_event.assessment_id = assessment.id
    WHERE ${isOf(person)} AND assessment_event.id > coalesce(${after}::bigint, 0)
    ORDER BY assessment_event.id
    LIMIT ${limit}::integer
  `)
}

/** What the person may read or will read, and drafts of it. */
export async function exportFeedback(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportDocuments`
    SELECT feedback.id::text AS key, json_build_object(
      'submissionId', feedback.submission_id, 'language', feedback.language, 'state', feedback.state, 'body', feedback.body,
      'annotations', feedback.annotations, 'publishedText', feedback.published_text,
      'readAt', (
        SELECT ${instant(sql.fragment`feedback_read.read_at`)}
        FROM feedback_read
        WHERE feedback_read.feedback_id = feedback.id AND feedback_read.user_id = ${person.userId}::bigint
      ), 'createdAt', ${instant(sql.fragment`feedback.created_at`)},
      'updatedAt', ${instant(sql.fragment`feedback.updated_at`)}
    )::text AS row
    FROM feedback
    WHERE ${isAbout(person)} AND (${after}::uuid IS NULL OR feedback.id > ${after}::uuid)
    ORDER BY feedback.id
    LIMIT ${limit}::integer
  `)
}

/** The versions of these documents, each a row of its own since a document may have many and each of them may be long. */
export async function exportFeedbackVersions(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  const [afterId = null, afterVersion = null] = after?.split('/') ?? []
  return await db.any(exportVersions`
    SELECT feedback_version.feedback_id || '/' || feedback_version.version AS key, json_build_object(
      'submissionId', feedback.submission_id, 'version', feedback_version.version, 'language', feedback_version.language,
      'body', feedback_version.body, 'annotations', feedback_version.annotations,
      'savedAt', ${instant(sql.fragment`feedback_version.saved_at`)}
    )::text AS row
    FROM feedback
    JOIN feedback_version ON feedback_version.feedback_id = feedback.id
    WHERE ${isAbout(person)} AND (
      ${afterId}::uuid IS NULL
      OR (feedback_version.feedback_id, feedback_version.version) > (${afterId}::uuid, ${afterVersion}::integer)
    )
    ORDER BY feedback_version.feedback_id, feedback_version.version
    LIMIT ${limit}::integer
  `)
}

/** What was typed about the person's work and could not be saved. */
export async function exportParkedDrafts(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportDrafts`
    SELECT parked_draft.id::text AS key, json_build_object(
      'submissionId', assessment.submission_id, 'content', parked_draft.content,
      'createdAt', ${instant(sql.fragment`parked_draft.created_at`)}
    )::text AS row
    FROM parked_draft
    LEFT JOIN feedback ON feedback.id = parked_draft.feedback_id
    LEFT JOIN assessment ON assessment.id = coalesce(parked_draft.assessment_id, feedback.assessment_id)
    WHERE parked_draft.course_id = ${person.courseId}::bigint
      AND (feedback.user_id = ${person.userId}::bigint OR (${isOf(person)}))
      AND (${after}::uuid IS NULL OR parked_draft.id > ${after}::uuid)
    ORDER BY parked_draft.id
    LIMIT ${limit}::integer
  `)
}

/**
 * Deletes the feedback documents about the person, with their refused saves. Documents about submissions are emptied with the
 * last submitter, see `disownedWork`.
 */
export async function eraseFeedback(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const row = await tx.one(erase`
    WITH deleted AS (
      DELETE FROM feedback
      WHERE feedback.course_id = ${courseId}::bigint AND feedback.user_id = ${userId}::bigint
      RETURNING feedback.id
    )
    SELECT count(*) AS count FROM deleted
  `)
  return row.count
}
