import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { lockUnfinishedDelivery } from '@course-grading/data/assessments/reopen-assessment'
import type { Tx } from '@course-grading/data/db/db'
import { lockStoredSubmission } from '@course-grading/data/db/lock-order'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** Takes the locks that come before the assessment's lock. While the submission is locked, no other delivery of it appears. */
export async function lockToReopen(tx: Tx, { submissionId }: StoredAssessment): Promise<void> {
  await lockStoredSubmission(tx, submissionId)
  await lockUnfinishedDelivery(tx, submissionId)
}

/** A grade being sent, or perhaps arrived, stays until its delivery is settled. @throws DomainError delivery_pending, delivery_ambiguous */
export function requireNothingSent({ deliveryState: detail, revision }: StoredAssessment): void {
  if (detail === 'sending') throw new DomainError('delivery_pending', { detail, revision })
  if (detail === 'ambiguous') throw new DomainError('delivery_ambiguous', { detail, revision })
}
