import type { Tx } from '../db/db.ts'
import { insertAssessmentEvents } from '../history/insert-assessment-events.ts'
import { newId } from '../db/new-id.ts'
import { write } from '../db/row.ts'
import { heldByNobody } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

export interface CompletedResult {
  /** An exact decimal of at most two places, from `0` to `maxPoints`. */
  readonly points: string
  readonly maxPoints: string
  /** Sanitised HTML. */
  readonly feedbackHtml: string
  /** JSON text of an object that the student may read. */
  readonly payload: string
  /** JSON text of a `StudentText`. */
  readonly studentText?: string | null
  /** JSON text of the `ResultPart`s, which add up to the points. */
  readonly parts?: string | null
  /** Whether students may see the result at once. */
  readonly isReleased: boolean
}

/** Makes no new revision. Returns the id of the result, of which the caller makes a delivery. The caller has called `lockStoredSubmission`. */
export async function insertCompletedResult(
  tx: Tx,
  found: StoredAssessment,
  result: CompletedResult,
  userId: number,
): Promise<string> {
  // The submission leaves the queue even if it seems not to be in it: a deletion of what superseded it may be putting it back.
  await tx.query(write('leaveQueue')`
    UPDATE submission SET in_queue = FALSE, postponed_at = NULL WHERE submission.submission_id = ${found.submissionId}::bigint
  `)
  // The wording is fixed here; an assessment in progress follows the newest wording of its version.
  await tx.query(write('completeAssessment')`
    UPDATE assessment
    SET state = 'completed', grader_id = ${userId}::bigint, ${heldByNobody}, rubric_wording = ${found.rubricWording}::integer,
      points = ${result.points}::numeric, postponed_note = NULL, postponed_at = NULL, updated_at = clock_timestamp(),
      completed_at = clock_timestamp()
    WHERE assessment.id = ${found.id}::uuid
  `)
  const resultId = await insertResult(tx, found, result, userId)
  await freezeFeedback(tx, found)
  if (result.isReleased)
    await tx.query(
      write(
        'publishFeedbackOfResult',
      )`UPDATE feedback SET state = 'published' WHERE feedback.id = ${found.feedbackId}::uuid`,
    )
  await recordCompletion(tx, found, result, userId)
  return resultId
}

/** Copies from the row of the completed assessment. */
async function insertResult(
  tx: Tx,
  { id, feedbackRevision }: StoredAssessment,
  { points, maxPoints, feedbackHtml, payload, studentText = null, parts = null, isReleased }: CompletedResult,
  userId: number,
): Promise<string> {
  const resultId = newId()
  await tx.query(write('insertResult')`
    INSERT INTO completed_result (
      id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by, created_at, fixture,
      assessment_id, rubric_id, rubric_version, rubric_wording, scores, adjustment, feedback_revision, student_text,
      parts, released_at
    )
    SELECT ${resultId}::uuid, assessment.submission_id, assessment.course_id, assessment.exercise_id, ${points}::numeric,
      ${maxPoints}::numeric, ${feedbackHtml}, ${payload}::json, ${userId}::bigint, clock_timestamp(), assessment.fixture,
      assessment.id, assessment.rubric_id, assessment.rubric_version, assessment.rubric_wording, assessment.scores,
      assessment.adjustment, ${feedbackRevision}::integer, ${studentText}::json, ${parts}::json,
      CASE WHEN ${isReleased} THEN clock_timestamp() END
    FROM assessment
    WHERE assessment.id = ${id}::uuid
  `)
  return resultId
}

/** Closes the version of the feedback. A document that was not saved since the assessment began has none, and gets one here. */
async function freezeFeedback(tx: Tx, { feedbackId, feedbackRevision }: StoredAssessment): Promise<void> {
  await tx.query(write('freezeFeedback')`
    WITH closed AS (
      UPDATE feedback_version SET closed_at = coalesce(feedback_version.closed_at, clock_timestamp())
      WHERE feedback_version.feedback_id = ${feedbackId}::uuid AND feedback_version.revision = ${feedbackRevision}::integer
      RETURNING feedback_version.version
    )
    INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
    SELECT feedback.id, 1 + coalesce((
        SELECT max(feedback_version.version) FROM feedback_version WHERE feedback_version.feedback_id = feedback.id
      ), 0), feedback.revision, feedback.language, feedback.body, feedback.annotations, feedback.updated_by, clock_timestamp(),
      clock_timestamp(), clock_timestamp()
    FROM feedback
    WHERE feedback.id = ${feedbackId}::uuid AND NOT EXISTS (SELECT FROM closed)
  `)
}

async function recordCompletion(
  tx: Tx,
  { id, revision, points: pointsBefore }: StoredAssessment,
  { points, isReleased }: CompletedResult,
  byUserId: number,
): Promise<void> {
  const pointsAfter = Number(points)
  const step = { assessmentId: id, byUserId, fromRevision: revision, toRevision: revision, pointsAfter }
  const completed = { ...step, name: 'completed', pointsBefore } as const
  const released = { ...step, name: 'released', pointsBefore: pointsAfter } as const
  await insertAssessmentEvents(tx, isReleased ? [completed, released] : [completed])
}
