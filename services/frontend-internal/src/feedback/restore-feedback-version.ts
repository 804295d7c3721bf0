import { findFeedbackVersion, saveFeedback, withSerializationRetry } from '@course-grading/data'
import { changedFeedbackParts, DomainError, revisionsAfter } from '@course-grading/domain'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'
import { requireLocked, requireRevisions, requireWriter } from './lock-feedback.ts'
import { partRevisionsOf, revisionsOf, textOf } from './to-feedback.ts'

export const restoreFeedbackVersion =
  ({ database }: Pick<Deps, 'database'>): FrontendHandler<'restoreFeedbackVersion'> =>
  async ({ access: { feedback }, params: { n }, caller: { userId }, expectedRevision, assessmentRevision }) => {
    const saved = await withSerializationRetry(() =>
      database.transaction(async (tx) => {
        const found = await requireLocked(tx, feedback)
        const version = await findFeedbackVersion(tx, found.id, n)
        if (version === null) throw new DomainError('not_found')
        requireWriter(found, userId)
        requireRevisions(found, expectedRevision, assessmentRevision)
        const text = textOf(version)
        const changed = changedFeedbackParts(textOf(found), text)
        const partRevisions = JSON.stringify(revisionsAfter(partRevisionsOf(found), text, changed, found.revision + 1))
        const { language, body, annotations } = version
        return await saveFeedback(tx, found, { language, body, annotations, partRevisions, userId, isNewVersion: true })
      }),
    )
    return { status: 204, ...revisionsOf(saved) }
  }
