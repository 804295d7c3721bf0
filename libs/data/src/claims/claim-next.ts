import { findAssessment, type StoredAssessment } from '../assessments/find-assessment.ts'
import type { Tx } from '../db.ts'
import { lockGrader } from '../lock-order.ts'
import { beginClaim, type Claimer, findWorkToBegin } from './begin-claim.ts'
import { findHoldings } from './find-holdings.ts'
import { type Searcher, takeNext } from './take-next.ts'

/** Who claims the next submission of an exercise, and which ones they may grade. */
export interface NextClaim extends Claimer, Searcher {}

type ClaimNextOutcome =
  /** The grader holds a new claim. */
  | { readonly outcome: 'claimed'; readonly assessment: StoredAssessment }
  /** The grader already holds a submission that was offered before and that nobody has saved. Nothing was changed. */
  | { readonly outcome: 'offered'; readonly assessment: StoredAssessment }
  | { readonly outcome: 'nothing_left' }
  /**
   * At this moment others have locked everything that waits for the grader, or what was offered was just deleted. The next
   * request may succeed.
   */
  | { readonly outcome: 'locked' }
  | { readonly outcome: 'claim_limit' }
  /** The course does not grade the exercise by hand now. */
  | { readonly outcome: 'not_listed' }

/**
 * Gives a grader the next submission of an exercise. Until the grader saves, further calls return the same one. At most eleven
 * statements.
 */
export async function claimNext(tx: Tx, claim: NextClaim): Promise<ClaimNextOutcome> {
  await lockGrader(tx, claim)
  const { isListed, offeredId, isAtLimit } = await findHoldings(tx, claim)
  if (!isListed) return { outcome: 'not_listed' }
  if (offeredId !== null) {
    // It is not locked, so a reset of fixtures may have deleted it. The next request claims another one.
    const assessment = await findAssessment(tx, offeredId)
    return assessment === null ? { outcome: 'locked' } : { outcome: 'offered', assessment }
  }
  if (isAtLimit) return { outcome: 'claim_limit' }
  const taken = await takeNext(tx, claim)
  if (taken === 'nothing_left' || taken === 'locked') return { outcome: taken }
  const work = await findWorkToBegin(tx, taken)
  return { outcome: 'claimed', assessment: await beginClaim(tx, claim, work, true) }
}
