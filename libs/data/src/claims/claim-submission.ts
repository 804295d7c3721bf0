import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import Type from 'typebox'
import type { StoredAssessment } from '../assessments/find-assessment.ts'
import { renewLease } from '../assessments/renew-lease.ts'
import type { Tx } from '../db.ts'
import { lockGrader } from '../lock-order.ts'
import { statement } from '../row.ts'
import { registered } from '../submissions/submission-parts.ts'
import { beginClaim, type Claimer, findWorkToBegin } from './begin-claim.ts'
import { findHoldings } from './find-holdings.ts'

/** Who claims which submission. */
interface SubmissionClaim extends Claimer {
  readonly submissionId: number
}

export type ClaimSubmissionOutcome =
  /** `isNew`: the grader did not hold it before. Whoever held it last holds it until somebody else claims. */
  | { readonly outcome: 'claimed'; readonly isNew: boolean; readonly assessment: StoredAssessment }
  | { readonly outcome: 'already_claimed'; readonly assessment: StoredAssessment }
  | { readonly outcome: 'claim_limit' }
  /** The submission has a result that stands, or is superseded and was never begun, or is not in the queue. */
  | { readonly outcome: 'not_in_state'; readonly state: SubmissionState }

const lock = statement('lockSubmissionToClaim', Type.Object({ submissionId: Type.Integer() }))
const findState = statement(
  'findStateToClaim',
  Type.Object({ state: Type.Unsafe<SubmissionState>({ type: 'string' }) }),
)

/**
 * Gives a grader one submission that waits, or whose claim has ended, or that the grader holds already; in the last case the
 * lease begins again. One that is superseded can be claimed if somebody began it. Whether the grader may grade it is for the
 * caller to decide. At most ten statements.
 */
export async function claimSubmission(tx: Tx, claim: SubmissionClaim): Promise<ClaimSubmissionOutcome> {
  const { courseId, exerciseId, submissionId, graderId } = claim
  await lockGrader(tx, claim)
  // Waits for whoever works on the submission at this moment. The next statements see what they wrote.
  await tx.any(lock`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ${submissionId}::bigint
    FOR NO KEY UPDATE
  `)
  const found = await tx.maybeOne(findState`
    SELECT ${registered.state} AS state
    FROM ${registered.from}
    WHERE known.submission_id = ${submissionId}::bigint AND known.course_id = ${courseId}::bigint
      AND known.exercise_id = ${exerciseId}::bigint
  `)
  const state = found?.state ?? 'not_queued'
  if (state === 'completed' || state === 'released' || state === 'not_queued') return { outcome: 'not_in_state', state }
  const work = await findWorkToBegin(tx, submissionId)
  const { draft } = work
  if (state === 'superseded' && draft === null) return { outcome: 'not_in_state', state }
  if (draft?.isLeased && draft.holderId !== graderId) return { outcome: 'already_claimed', assessment: draft }
  if (draft?.isLeased) {
    const leaseExpiresAt = await renewLease(tx, draft, { userId: graderId, isSave: false })
    return { outcome: 'claimed', isNew: false, assessment: { ...draft, leaseExpiresAt } }
  }
  if ((await findHoldings(tx, claim)).isAtLimit) return { outcome: 'claim_limit' }
  const assessment = await beginClaim(tx, claim, work, false)
  return { outcome: 'claimed', isNew: draft?.holderId !== graderId, assessment }
}
