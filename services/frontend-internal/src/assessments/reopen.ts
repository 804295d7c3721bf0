import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import {
  lockUnfinishedDelivery,
  reopenAssessment,
  type Restart,
} from '@course-grading/data/assessments/reopen-assessment'
import type { Tx } from '@course-grading/data/db'
import { lockStoredSubmission } from '@course-grading/data/lock-order'
import { DomainError } from '@course-grading/domain/errors'
import { lockForStep, readAfterStep, requireOthersWork, requireSubmitters } from './lock-for-step.ts'
import { requireAssessmentRevision } from './require-revision.ts'

/** A step that puts an assessment into progress. */
interface ReopeningStep {
  readonly userId: number
  readonly reason: string
  /** The revision in `X-Assessment-Revision`. */
  readonly assessmentRevision: number | null
  /** Checks first whether the step is allowed. It throws a problem if not. */
  readonly require: (found: StoredAssessment) => void
  /**
   * The values with which the assessment begins again; null if it keeps its own. Called after all checks and before any change.
   */
  readonly restart: (found: StoredAssessment) => Promise<Restart | null>
  /** Parks what the step removes, if it removes anything. Drafts are locked after assessments. */
  readonly keep: (found: StoredAssessment) => Promise<void>
}

/**
 * Puts an assessment into progress, held by the person; see `reopenAssessment` of libs/data. Call it as the first thing of a transaction,
 * since it takes all locks.
 * @throws DomainError forbidden, not_in_state, delivery_pending, delivery_ambiguous, revision_conflict
 */
export async function reopen(tx: Tx, given: StoredAssessment, step: ReopeningStep): Promise<StoredAssessment> {
  const { userId, reason, assessmentRevision } = step
  // Locks are taken in the order of all transactions. While the first one is held, no other delivery appears.
  await lockStoredSubmission(tx, given.submissionId)
  const deliveryState = await lockUnfinishedDelivery(tx, given.submissionId)
  const found = await lockForStep(tx, given)
  const { revision } = found
  requireOthersWork(found, userId)
  step.require(found)
  requireSubmitters(found)
  if (deliveryState === 'sending') throw new DomainError('delivery_pending', { detail: deliveryState, revision })
  if (deliveryState === 'ambiguous') throw new DomainError('delivery_ambiguous', { detail: deliveryState, revision })
  requireAssessmentRevision(found, assessmentRevision)
  await reopenAssessment(tx, found, { userId, reason, deliveryState, restart: await step.restart(found) })
  await step.keep(found)
  return await readAfterStep(tx, found)
}
