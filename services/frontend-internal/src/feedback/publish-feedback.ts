import type { Tx } from '@course-grading/data/db/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { findNewestFeedbackVersion } from '@course-grading/data/feedback/feedback-versions'
import { markFeedbackPublished, showFeedback } from '@course-grading/data/feedback/publish-feedback'
import { maxFeedbackVersions } from '@course-grading/data/feedback/record-version'
import type { StudentText } from '@course-grading/domain/assessments/result-texts'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { shownFeedback, textsToRender, withCriteria } from '@course-grading/domain/feedback/rendered-feedback'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, requireRevisions } from './lock-feedback.ts'
import type { RenderedFeedback } from '../deps/render-feedback.ts'
import { revisionsOf, textOf } from './to-feedback.ts'

export const publishFeedback: FrontendHandler<'publishFeedback'> = async (
  { subject: { feedback, member }, caller: { userId }, expectedRevision, assessmentRevision, deadline },
  { database, renderFeedback },
) => {
  const { submissionId, revision } = feedback
  if (submissionId !== null && !member.isTeacher) throw new DomainError('forbidden')
  if (submissionId === null && revision !== expectedRevision) throw new DomainError('revision_conflict', { revision })
  // Rendering may take seconds, so the texts are rendered before anything is locked.
  const text =
    submissionId === null ? await studentText(feedback, (texts) => renderFeedback(userId, texts, deadline())) : null
  const published = await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    // Feedback of a submission becomes public by a release; here withdrawn feedback is shown again. Its state is checked before its revision.
    if (text === null && (!found.isReleased || found.state !== 'withdrawn'))
      throw new DomainError('not_in_state', { detail: found.state, ...revisionsOf(found) })
    requireRevisions(found, expectedRevision, assessmentRevision)
    if (text !== null) await requireRoomForVersion(tx, found.id)
    return {
      ...found,
      revision: await (text === null ? showFeedback(tx, found) : markFeedbackPublished(tx, found, text)),
    }
  })
  return { status: 204, ...revisionsOf(published) }
}

/** Each published text is frozen as a version, which is never deleted. */
async function requireRoomForVersion(tx: Tx, feedbackId: string): Promise<void> {
  const newest = await findNewestFeedbackVersion(tx, feedbackId)
  if (newest === null || newest.isFrozen || newest.number < maxFeedbackVersions) return
  const message = `The document has ${maxFeedbackVersions} versions, so no other text of it is published.`
  throw new DomainError('validation_failed', { issues: [{ path: '$', code: 'too_large', message }] })
}

/** What a student reads of a document, as JSON text. @throws DomainError incomplete, overloaded */
async function studentText(
  feedback: StoredFeedback,
  render: (texts: readonly string[]) => Promise<RenderedFeedback>,
): Promise<string> {
  const text = textOf(feedback)
  const rendered = await render(textsToRender(text, {}))
  if (!rendered.ok)
    throw new DomainError('incomplete', {
      issues: [{ path: '$.feedback', code: 'too_long', message: rendered.message }],
    })
  return JSON.stringify({ ...withCriteria(shownFeedback(text, rendered.html), []), result: null } satisfies StudentText)
}
