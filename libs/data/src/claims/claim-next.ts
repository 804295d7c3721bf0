import { DomainError } from '@course-grading/domain/errors/domain-error'
import { findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import type { Tx } from '../db/db.ts'
import { lockGrader } from '../db/lock-order.ts'
import { beginClaim, type Claimer, findWorkToBegin } from './begin-claim.ts'
import { findHoldings, requireRoomForClaim } from './find-holdings.ts'
import { type Searcher, takeNext } from './take-next.ts'

export interface NextClaim extends Claimer, Searcher {}

type ClaimNextOutcome =
  /** `offered`: the grader has held the assessment since an earlier call and not saved it; nothing was changed. */
  | { readonly outcome: 'claimed' | 'offered'; readonly assessment: StoredAssessment }
  /** `locked`: others lock all that waits for the grader, or the offered assessment was just deleted; the next request may succeed. */
  | { readonly outcome: 'nothing_left' | 'locked' }

/** Further calls return the same one until the grader saves. @throws DomainError claim_limit; not_in_state if the exercise is not graded by hand now */
export async function insertNextClaim(tx: Tx, claim: NextClaim): Promise<ClaimNextOutcome> {
  await lockGrader(tx, claim)
  const holdings = await findHoldings(tx, claim)
  const { isListed, offeredId } = holdings
  if (!isListed)
    throw new DomainError('not_in_state', { detail: 'The course does not grade the exercise by hand now.' })
  if (offeredId !== null) {
    // The assessment is not locked, so a reset of fixtures may have deleted it. The next request claims another one.
    const assessment = await findAssessment(tx, offeredId)
    return assessment === null ? { outcome: 'locked' } : { outcome: 'offered', assessment }
  }
  requireRoomForClaim(holdings)
  const taken = await takeNext(tx, claim)
  if (taken === 'nothing_left' || taken === 'locked') return { outcome: taken }
  const work = await findWorkToBegin(tx, taken)
  return { outcome: 'claimed', assessment: await beginClaim(tx, claim, work, true) }
}
