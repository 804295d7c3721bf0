import { findFeedbackVersion } from '@course-grading/data/feedback/feedback-versions'
import { maxFeedbackVersions } from '@course-grading/data/feedback/record-version'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { feedbackParts } from '@course-grading/domain/feedback/patch-feedback'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, revisionsProblem, writerProblem } from './lock-feedback.ts'
import { saveText } from './save-text.ts'
import { revisionsOf, textOf } from './to-feedback.ts'

export const restoreFeedbackVersion: FrontendHandler<'restoreFeedbackVersion'> = async (
  { subject: { feedback }, params: { n }, caller: { userId }, expectedRevision, assessmentRevision },
  { database },
) => {
  const saved = await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    const version = await findFeedbackVersion(tx, found.id, n)
    if (version === null) throw new DomainError('not_found')
    const problem = writerProblem(found, userId) ?? revisionsProblem(found, expectedRevision, assessmentRevision)
    if (problem !== null) throw problem
    const text = textOf(version)
    const changed = feedbackParts.changed(textOf(found), text)
    if (changed.length > 0 && version.newest >= maxFeedbackVersions)
      throw new DomainError('validation_failed', { issues: [tooManyVersions] })
    const annotationsJson = JSON.stringify(text.annotations)
    return await saveText(tx, found, { text, annotationsJson, changed, userId, restoredFrom: n })
  })
  return { status: 204, ...revisionsOf(saved) }
}

const tooManyVersions: Issue = {
  path: '$',
  code: 'too_large',
  message: `The document has ${maxFeedbackVersions} versions, so none is restored.`,
}
