import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import Type from 'typebox'
import type { StoredAssessment } from '../assessments/find-assessment.ts'
import { renewLease } from '../assessments/renew-lease.ts'
import type { Tx } from '../db/db.ts'
import { lockGrader } from '../db/lock-order.ts'
import { read } from '../db/row.ts'
import { beginClaim, type Claimer, findWorkToBegin } from './begin-claim.ts'
import { findHoldings, requireRoomForClaim } from './find-holdings.ts'

interface SubmissionClaim extends Claimer {
  readonly submissionId: number
}

export interface ClaimedSubmission {
  /** False if the grader held the submission already; after the lease ended, the grader holds it until somebody else claims. */
  readonly isNew: boolean
  readonly assessment: StoredAssessment
}

const lockSubmissionToClaimRow = Type.Object({ submissionId: Type.Integer() })
const findStateToClaimRow = Type.Object({
  state: Type.Unsafe<SubmissionState>({ type: 'string' }),
  isOwn: Type.Boolean(),
})

/**
 * Gives a grader one submission that waits, or whose claim has ended, or that the grader holds already, whose lease then begins again. A
 * superseded one can be claimed if somebody began it. Whether the grader may grade it is for the caller to decide.
 * @throws DomainError already_claimed; claim_limit; not_in_state if the submission has a result that stands, or is gone upstream, or is
 * superseded and was never begun, or is not in the queue; forbidden if the grader handed it in
 */
export async function insertClaim(tx: Tx, claim: SubmissionClaim): Promise<ClaimedSubmission> {
  const { courseId, exerciseId, submissionId, graderId } = claim
  await lockGrader(tx, claim)
  // Waits for whoever works on the submission. The next statements see what they wrote.
  await tx.any(read('lockSubmissionToClaim', lockSubmissionToClaimRow)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ${submissionId}::bigint
    FOR NO KEY UPDATE
  `)
  const found = await tx.maybeOne(read('findStateToClaim', findStateToClaimRow)`
    SELECT known.state, ${graderId}::bigint = ANY (known.submitter_ids) AS is_own
    FROM known_submission AS known
    WHERE known.is_registered AND known.submission_id = ${submissionId}::bigint AND known.course_id = ${courseId}::bigint
      AND known.exercise_id = ${exerciseId}::bigint
  `)
  // The caller's check may be older than a change of the submitters.
  if (found?.isOwn === true) throw new DomainError('forbidden')
  const state = found?.state ?? 'not_queued'
  if (state === 'completed' || state === 'released' || state === 'gone' || state === 'not_queued')
    throw new DomainError('not_in_state', { detail: state })
  const work = await findWorkToBegin(tx, submissionId)
  const { draft } = work
  if (state === 'superseded' && draft === null) throw new DomainError('not_in_state', { detail: state })
  if (draft?.isLeased && draft.holderId !== graderId) throw alreadyClaimed(draft)
  if (draft?.isLeased) {
    const leaseExpiresAt = await renewLease(tx, draft, { userId: graderId, isSave: false })
    return { isNew: false, assessment: { ...draft, leaseExpiresAt } }
  }
  requireRoomForClaim(await findHoldings(tx, claim))
  const assessment = await beginClaim(tx, claim, work, false)
  return { isNew: draft?.holderId !== graderId, assessment }
}

function alreadyClaimed({ holderId, holderName, leaseExpiresAt }: StoredAssessment): DomainError {
  return new DomainError('already_claimed', {
    detail: `${holderName ?? `User ${holderId}`} holds it until ${leaseExpiresAt}.`,
  })
}
