import type { Tx } from '../db/db.ts'
import { cancelDeliveries } from '../delivery/cancel-deliveries.ts'
import { read, write } from '../db/row.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'
import { recordStep } from './record-step.ts'
import type { RubricInForce } from './rubric-in-force.ts'

interface Reopening {
  readonly userId: number
  readonly reason: string
}

export interface Restart extends Reopening {
  readonly rubric: RubricInForce
  /** The points that result when nothing is scored. */
  readonly points: number
  /** JSON text. */
  readonly partRevisions: string
}

/** Locks the delivery that is neither delivered nor cancelled, if any. Call `lockStoredSubmission` first, so that no other appears. */
export async function lockUnfinishedDelivery(tx: Tx, submissionId: number): Promise<void> {
  await tx.query(read('lockUnfinishedDelivery')`
    SELECT
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state NOT IN ('delivered', 'cancelled')
    FOR NO KEY UPDATE
  `)
}

/** The caller has locked the delivery and the assessment, and nothing is being sent. */
export async function markAssessmentReopened(tx: Tx, found: StoredAssessment, by: Reopening): Promise<void> {
  await putIntoProgress(tx, found, by)
  await recordStep(tx, found, { name: 'reopened', byUserId: by.userId, reason: by.reason })
}

/** Puts an assessment in any state into progress, without its scores, adjustment and note, as its next revision. */
export async function restartStoredAssessment(tx: Tx, found: StoredAssessment, restart: Restart): Promise<void> {
  await putIntoProgress(tx, found, restart)
  await emptyJudgement(tx, found, restart)
  const after = { toRevision: found.revision + 1, pointsAfter: restart.points }
  await recordStep(tx, found, { name: 'restarted', byUserId: restart.userId, reason: restart.reason, ...after })
}

/** Cancels a delivery whose grade was not taken; the result no longer stands. */
async function putIntoProgress(tx: Tx, found: StoredAssessment, by: Reopening): Promise<void> {
  const { id, submissionId, leaseMinutes, deliveryId, deliveryState } = found
  if (deliveryId !== null && deliveryState !== null && deliveryState !== 'delivered' && deliveryState !== 'cancelled')
    await cancelDeliveries(tx, [{ id: deliveryId, state: deliveryState }], {
      as: 'reopened',
      byUserId: by.userId,
      reason: by.reason,
    })
  await tx.query(write('returnToQueue')`
    UPDATE submission SET postponed_at = NULL, in_queue = submission.superseded_by IS NULL AND NOT submission.gone
    WHERE submission.submission_id = ${submissionId}::bigint
  `)
  await tx.query(write('reopenAssessment')`
    UPDATE assessment
    SET state = 'in_progress', holder_id = ${by.userId}::bigint, claimed_at = clock_timestamp(),
      lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE, rubric_wording = NULL, completed_at = NULL,
      postponed_note = NULL, postponed_at = NULL, updated_at = clock_timestamp()
    WHERE assessment.id = ${id}::uuid
  `)
  await tx.query(write('withdrawResult')`
    UPDATE completed_result SET withdrawn_at = clock_timestamp()
    WHERE completed_result.submission_id = ${submissionId}::bigint AND completed_result.withdrawn_at IS NULL
  `)
}

async function emptyJudgement(
  tx: Tx,
  { id }: StoredAssessment,
  { userId, rubric, points, partRevisions }: Restart,
): Promise<void> {
  await tx.query(write('emptyJudgement')`
    UPDATE assessment
    SET revision = assessment.revision + 1, grader_id = ${userId}::bigint, rubric_id = ${rubric.rubricId}::uuid,
      rubric_version = ${rubric.version}::integer,
      max_points = ${rubric.rubricId === null ? rubric.exerciseMaxPoints : null}::bigint, scores = '{}', adjustment = NULL, private_note = '', saved_at = NULL,
      part_revisions = ${partRevisions}::json, points = ${String(points)}::numeric
    WHERE assessment.id = ${id}::uuid
  `)
}
