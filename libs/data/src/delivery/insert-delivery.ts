import { type FragmentSqlToken, sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { lockStoredSubmission, type SubmissionOfExercise } from '../lock-order.ts'
import { newId } from '../new-id.ts'
import { statement } from '../row.ts'
import { notifies, recordedSteps } from './delivery-steps.ts'

export interface CompletedResult {
  readonly submissionId: number
  /** Exact decimals with at most two decimal places, as text, from `0` to the maximum. */
  readonly points: string
  readonly maxPoints: string
  /** Sanitised HTML. */
  readonly feedbackHtml: string
  /** JSON text of an object that the student may read. */
  readonly payload: string
  /** JSON text of what students read in this product; null if the result has no assessment. */
  readonly studentText?: string | null
  /** JSON text of the list of what adds up to the points. */
  readonly parts?: string | null
  /** Upstream id of the grader; null if no person made the result. */
  readonly createdBy: number | null
  /** The assessment that the result froze. */
  readonly judgement: FrozenJudgement
  /** Whether students may see it from now on. */
  readonly isReleased?: boolean
}

/** The assessment of a result, as it was when it was completed. */
export interface FrozenJudgement {
  readonly assessmentId: string
  readonly rubricId: string | null
  readonly rubricVersion: number
  readonly rubricWording: number
  /** JSON texts. */
  readonly scores: string
  readonly adjustment: string | null
  readonly feedbackRevision: number
}

/** How the delivery of a result begins, and who makes it; null if no person does. */
interface NewDelivery {
  readonly state: 'held' | 'pending'
  readonly byUserId: number | null
}

export type InsertResultOutcome =
  | { readonly outcome: 'inserted'; readonly resultId: string }
  /** No such submission was registered. */
  | { readonly outcome: 'not_found' }
  /** The submission has no submitter left, so nobody could read the result or ask for its erasure. */
  | { readonly outcome: 'no_submitter' }
  /** Another result of the submission stands. */
  | { readonly outcome: 'already_completed' }

type InsertDeliveryOutcome =
  | { readonly outcome: 'inserted'; readonly deliveryId: string }
  /** Another delivery of the submission is not final. */
  | { readonly outcome: 'unfinished' }

const insertedResult = Type.Object({
  known: Type.Boolean(),
  hasSubmitter: Type.Boolean(),
  inserted: Type.Boolean(),
  isDelivered: Type.Boolean(),
})
const insertResultAlone = statement('insertCompletedResult', insertedResult)
const insertResultAndDelivery = statement('insertResultAndDelivery', insertedResult)
const insert = statement('insertDelivery', Type.Object({ deliveryId: Type.String() }))

/**
 * Freezes the result of an assessment, and takes the submission out of the queue. Call it in the transaction that completes the
 * assessment: as its first statements, or after `lockStoredSubmission` and with what that returned, since rows are locked after
 * that. `delivery` is made with it. Two statements, or one.
 */
export async function insertCompletedResult(
  tx: Tx,
  result: CompletedResult,
  locked?: SubmissionOfExercise | null,
  delivery?: NewDelivery,
): Promise<InsertResultOutcome> {
  const stored = locked === undefined ? await lockStoredSubmission(tx, result.submissionId) : locked
  if (stored === null) return { outcome: 'not_found' }
  const resultId = newId()
  const { judgement, isReleased = false } = result
  const insertResult = delivery === undefined ? insertResultAlone : insertResultAndDelivery
  const row = await tx.maybeOne(insertResult`
    WITH target AS (
      SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.fixture,
        EXISTS (
          SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
        ) AS has_submitter
      FROM submission
      WHERE submission.submission_id = ${result.submissionId}::bigint AND submission.course_id = ${stored.courseId}::bigint
        AND submission.exercise_id = ${stored.exerciseId}::bigint
    ),
    inserted AS (
      INSERT INTO completed_result (
        id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by, created_at, fixture,
        assessment_id, rubric_id, rubric_version, rubric_wording, scores, adjustment, feedback_revision, student_text,
        parts, released_at
      )
      SELECT ${resultId}::uuid, target.submission_id, target.course_id, target.exercise_id, ${result.points}::numeric,
        ${result.maxPoints}::numeric, ${result.feedbackHtml}, ${result.payload}::json, ${result.createdBy}::bigint,
        clock_timestamp(), target.fixture, ${judgement.assessmentId}::uuid, ${judgement.rubricId}::uuid,
        ${judgement.rubricVersion}::integer, ${judgement.rubricWording}::integer,
        ${judgement.scores}::json, ${judgement.adjustment}::json,
        ${judgement.feedbackRevision}::integer, ${result.studentText ?? null}::json,
        ${result.parts ?? null}::json, CASE WHEN ${isReleased} THEN clock_timestamp() END
      FROM target
      WHERE target.has_submitter
      ON CONFLICT (submission_id) WHERE withdrawn_at IS NULL DO NOTHING
      RETURNING completed_result.id, completed_result.submission_id, completed_result.course_id, completed_result.exercise_id,
        completed_result.fixture
    ),
    left_queue AS (
      UPDATE submission SET in_queue = FALSE
      FROM inserted
      -- Also where it is not in the queue: it is being put there at this moment where what superseded it is deleted.
      WHERE submission.submission_id = inserted.submission_id
    )${delivery === undefined ? sql.fragment`, made AS (SELECT NULL AS id WHERE FALSE)` : sql.fragment`, ${deliveryOf(sql.fragment`inserted`, delivery)}`}
    SELECT EXISTS (SELECT FROM target) AS known, EXISTS (SELECT FROM target WHERE target.has_submitter) AS "hasSubmitter",
      EXISTS (SELECT FROM inserted) AS inserted, EXISTS (SELECT FROM made) AS "isDelivered"
  `)
  // No other delivery can be unfinished here: reopening an assessment waits for its delivery to be final.
  if (delivery !== undefined && row?.inserted === true && !row.isDelivered)
    throw new Error('an assessment in progress has a delivery')
  if (row?.inserted === true) return { outcome: 'inserted', resultId }
  if (row?.known !== true) return { outcome: 'not_found' }
  return { outcome: row.hasSubmitter ? 'already_completed' : 'no_submitter' }
}

/** Makes the delivery of a result, pending or held. Call it in the transaction that froze the result. */
export async function insertDelivery(
  tx: Tx,
  { resultId, ...delivery }: NewDelivery & { readonly resultId: string },
): Promise<InsertDeliveryOutcome> {
  const row = await tx.maybeOne(insert`
    WITH frozen AS (
      SELECT completed_result.id, completed_result.submission_id, completed_result.course_id, completed_result.exercise_id,
        completed_result.fixture
      FROM completed_result
      WHERE completed_result.id = ${resultId}::uuid
    ),
    ${deliveryOf(sql.fragment`frozen`, delivery)}
    SELECT made.id AS "deliveryId" FROM made
  `)
  return row === null ? { outcome: 'unfinished' } : { outcome: 'inserted', deliveryId: row.deliveryId }
}

/**
 * The delivery of the result in `frozen (id, submission_id, course_id, exercise_id, fixture)`, as `made` and more common table
 * expressions. None is made where another one of the submission is not final.
 */
const deliveryOf = (frozen: FragmentSqlToken, { state, byUserId }: NewDelivery) => sql.fragment`
    made AS (
      INSERT INTO delivery (
        id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures, verifications, verification_epoch,
        overwrite_seen, notify, fixture, created_at, updated_at
      )
      SELECT ${newId()}::uuid, result.submission_id, result.course_id, result.exercise_id, result.id, ${state}, 0, 1,
        CASE ${state} WHEN 'pending' THEN clock_timestamp() END, 0, 0, 0, FALSE,
        ${notifies({ submissionId: sql.fragment`result.submission_id`, resultId: sql.fragment`result.id` })},
        result.fixture, clock_timestamp(), clock_timestamp()
      FROM ${frozen} AS result
      ON CONFLICT (submission_id) WHERE state NOT IN ('delivered', 'cancelled') DO NOTHING
      RETURNING delivery.id, delivery.state, delivery.send_number, delivery.epoch
    ),
    step AS (
      SELECT made.id AS delivery_id, 'created' AS event, NULL AS from_state, made.state AS to_state, made.send_number,
        made.epoch, NULL AS kind, ${byUserId}::bigint AS by_user_id, NULL AS reason
      FROM made
    ),
    ${recordedSteps}`
