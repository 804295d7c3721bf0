import { deleteFeedbackRow } from '@course-grading/data/feedback/publish-feedback'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, requireRevisions } from './lock-feedback.ts'
import { revisionsOf } from './to-feedback.ts'

export const deleteFeedback: FrontendHandler<'deleteFeedback'> = async (
  { subject: { feedback }, expectedRevision, assessmentRevision },
  { database },
) => {
  await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    requireRevisions(found, expectedRevision, assessmentRevision)
    if (found.submissionId !== null || found.state !== 'draft' || found.publishedAt !== null)
      throw new DomainError('not_in_state', { detail: found.state, ...revisionsOf(found) })
    await deleteFeedbackRow(tx, found)
  })
  return { status: 204 }
}
