import { selectParkedDrafts } from '@course-grading/data/assessments/parked-draft-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toParkedDraft } from './to-parked-draft.ts'

export const listParkedDrafts: FrontendHandler<'listParkedDrafts'> = async (
  { query: { assessmentId = null, feedbackId = null }, page, caller: { userId } },
  { database },
) => {
  if ((assessmentId === null) === (feedbackId === null))
    throw new DomainError('validation_failed', { issues: [oneThing] })
  const rows = await selectParkedDrafts(database, {
    ownerId: userId,
    assessmentId,
    feedbackId,
    before: page.after && { createdAt: page.after[0], id: page.after[1] },
    limit: page.limit + 1,
  })
  return pageReply({ rows, page, keyOf: ({ createdAt, id }) => [createdAt, id], itemOf: toParkedDraft })
}

const oneThing = {
  path: '$.assessmentId',
  code: 'invalid_value',
  message: 'Either assessmentId or feedbackId is required.',
} as const
