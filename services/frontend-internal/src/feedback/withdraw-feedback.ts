import { markFeedbackWithdrawn } from '@course-grading/data/feedback/publish-feedback'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, requireRevisions } from './lock-feedback.ts'
import { revisionsOf } from './to-feedback.ts'

export const withdrawFeedback: FrontendHandler<'withdrawFeedback'> = async (
  { subject: { feedback, member }, expectedRevision, assessmentRevision },
  { database },
) => {
  if (feedback.submissionId !== null && !member.isTeacher) throw new DomainError('forbidden')
  const withdrawn = await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    const isOfStudent = found.submissionId === null
    // For a document of a submission, the state is checked before the revision.
    if (isOfStudent) requireRevisions(found, expectedRevision, assessmentRevision)
    if (found.state !== 'published' || !(isOfStudent || found.isReleased))
      throw new DomainError('not_in_state', { detail: found.state, ...revisionsOf(found) })
    requireRevisions(found, expectedRevision, assessmentRevision)
    return { ...found, revision: await markFeedbackWithdrawn(tx, found) }
  })
  return { status: 204, ...revisionsOf(withdrawn) }
}
