import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { recordedSteps } from '../delivery/delivery-steps.ts'
import type { ExerciseOfCourse } from '../lock-order.ts'
import { nullable, statement } from '../row.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

const lockDelivery = statement(
  'lockUnfinishedDelivery',
  Type.Object({ state: Type.Unsafe<DeliveryState>({ type: 'string' }) }),
)
const findRubric = statement(
  'findRubricInForce',
  Type.Object({
    rubricId: nullable(Type.String()),
    version: Type.Integer(),
    document: nullable(Type.String()),
  }),
)
const reopen = statement('reopenAssessment', Type.Object({ revision: Type.Integer() }))

/** What an exercise is judged by now: the JSON text of a rubric, or null for its own criterion of points. */
interface RubricInForce {
  readonly rubricId: string | null
  readonly version: number
  readonly document: string | null
}

/** The values with which an assessment begins again. */
export interface Restart {
  readonly rubric: RubricInForce
  /** The points that result when nothing is scored, as an exact decimal. */
  readonly points: string
  /** JSON text. */
  readonly partRevisions: string
}

/**
 * Locks the delivery of a submission that is neither delivered nor cancelled, and returns its state; null if there is none.
 * Lock the submission with `lockStoredSubmission` before, so that no other delivery appears. One statement.
 */
export async function lockUnfinishedDelivery(tx: Tx, submissionId: number): Promise<DeliveryState | null> {
  const row = await tx.maybeOne(lockDelivery`
    SELECT delivery.state
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state NOT IN ('delivered', 'cancelled')
    FOR NO KEY UPDATE
  `)
  return row?.state ?? null
}

/** The rubric that claims of an exercise begin with now. One statement. */
export async function findRubricInForce(tx: Tx, { courseId, exerciseId }: ExerciseOfCourse): Promise<RubricInForce> {
  const row = await tx.maybeOne(findRubric`
    SELECT rubric_version.rubric_id AS "rubricId", rubric_version.version, rubric_version.document
    FROM exercise_grading
    JOIN rubric_version ON rubric_version.rubric_id = exercise_grading.rubric_id
    WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
    ORDER BY rubric_version.version DESC, rubric_version.wording DESC
    LIMIT 1
  `)
  return row ?? { rubricId: null, version: 0, document: null }
}

/**
 * Puts an assessment into progress, held by the person. The standing result is withdrawn, and a delivery that was not sent yet,
 * in the state `deliveryState`, is cancelled; the submission waits again, unless a newer one supersedes it. With `restart`,
 * scores, adjustment and note are removed as the next revision. Call it in the transaction that locked delivery and assessment.
 * One statement.
 */
export async function reopenAssessment(
  tx: Tx,
  { id, submissionId, revision, leaseMinutes }: StoredAssessment,
  step: {
    readonly userId: number
    readonly reason: string
    readonly deliveryState: DeliveryState | null
    readonly restart: Restart | null
  },
): Promise<void> {
  const { userId, deliveryState, restart } = step
  const isRestart = restart !== null
  const row = await tx.maybeOne(reopen`
    WITH before AS (
      SELECT assessment.points FROM assessment WHERE assessment.id = ${id}::uuid
    ),
    given_up AS (
      UPDATE delivery
      SET state = 'cancelled', cancelled_as = 'reopened', cancelled_at = clock_timestamp(), refused_at = NULL, not_before = NULL,
        updated_at = clock_timestamp()
      WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state = ${deliveryState}
        AND delivery.state IN ('held', 'pending', 'refused')
      RETURNING delivery.id, delivery.send_number, delivery.epoch, delivery.kind
    ),
    step AS (
      SELECT given_up.id AS delivery_id, 'reopened' AS event, ${deliveryState} AS from_state, 'cancelled' AS to_state,
        given_up.send_number, given_up.epoch, given_up.kind, ${userId}::bigint AS by_user_id, ${step.reason} AS reason
      FROM given_up
    ),
    ${recordedSteps},
    waiting AS (
      UPDATE submission
      SET postponed = FALSE, in_queue = submission.superseded_by IS NULL AND EXISTS (
        SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
      )
      WHERE submission.submission_id = ${submissionId}::bigint
    ),
    opened AS (
      UPDATE assessment
      SET state = 'in_progress', holder_id = ${userId}::bigint, claimed_at = clock_timestamp(),
        lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE, rubric_wording = NULL, completed_at = NULL,
        postponed_note = NULL, postponed_at = NULL, updated_at = clock_timestamp(),
        revision = assessment.revision + CASE WHEN ${isRestart} THEN 1 ELSE 0 END,
        grader_id = CASE WHEN ${isRestart} THEN ${userId}::bigint ELSE assessment.grader_id END,
        rubric_id = CASE WHEN ${isRestart} THEN ${restart?.rubric.rubricId ?? null}::uuid ELSE assessment.rubric_id END,
        rubric_version = CASE WHEN ${isRestart} THEN ${restart?.rubric.version ?? 0}::integer ELSE assessment.rubric_version END,
        scores = CASE WHEN ${isRestart} THEN '{}' ELSE assessment.scores END,
        adjustment = CASE WHEN ${isRestart} THEN NULL ELSE assessment.adjustment END,
        private_note = CASE WHEN ${isRestart} THEN '' ELSE assessment.private_note END,
        saved_at = CASE WHEN ${isRestart} THEN NULL ELSE assessment.saved_at END,
        part_revisions = coalesce(${restart?.partRevisions ?? null}::json, assessment.part_revisions),
        points = coalesce(${restart?.points ?? null}::numeric, assessment.points)
      WHERE assessment.id = ${id}::uuid AND assessment.revision = ${revision}::integer
      RETURNING assessment.id, assessment.revision, assessment.points
    ),
    withdrawn AS (
      UPDATE completed_result SET withdrawn_at = clock_timestamp()
      WHERE completed_result.submission_id = ${submissionId}::bigint AND completed_result.withdrawn_at IS NULL
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason
      )
      SELECT opened.id, clock_timestamp(), CASE WHEN ${isRestart} THEN 'restarted' ELSE 'reopened' END, ${userId}::bigint,
        ${revision}::integer, opened.revision, before.points, opened.points, ${step.reason}
      FROM opened, before
    )
    SELECT opened.revision FROM opened
  `)
  if (row === null) throw new Error('an assessment that was locked has changed')
}
