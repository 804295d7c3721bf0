import { findFeedbackVersion } from '@course-grading/data/feedback/feedback-versions'
import { maxFeedbackVersions, renewLeaseOfFeedback, saveFeedback } from '@course-grading/data/feedback/save-feedback'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { changedFeedbackParts, revisionsAfter } from '@course-grading/domain/feedback/patch-feedback'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, requireRevisions, requireWriter } from './lock-feedback.ts'
import { partRevisionsOf, revisionsOf, textOf } from './to-feedback.ts'

export const restoreFeedbackVersion: FrontendHandler<'restoreFeedbackVersion'> = async (
  { subject: { feedback }, params: { n }, caller: { userId }, expectedRevision, assessmentRevision },
  { database },
) => {
  const saved = await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    const version = await findFeedbackVersion(tx, found.id, n)
    if (version === null) throw new DomainError('not_found')
    requireWriter(found, userId)
    requireRevisions(found, expectedRevision, assessmentRevision)
    const text = textOf(version)
    const changed = changedFeedbackParts(textOf(found), text)
    if (changed.length === 0) {
      if (found.assessmentId !== null) await renewLeaseOfFeedback(tx, found, userId)
      return found
    }
    if (version.newest >= maxFeedbackVersions) throw new DomainError('validation_failed', { issues: [tooManyVersions] })
    const partRevisions = JSON.stringify(revisionsAfter(partRevisionsOf(found), text, changed, found.revision + 1))
    const { language, body } = version
    const annotations = JSON.stringify(version.annotations)
    return await saveFeedback(tx, found, { language, body, annotations, partRevisions, userId, restoredFrom: n })
  })
  return { status: 204, ...revisionsOf(saved) }
}

const tooManyVersions: Issue = {
  path: '$',
  code: 'too_large',
  message: `The document has ${maxFeedbackVersions} versions, so none is restored.`,
}
