import { selectFeedbackVersions } from '@course-grading/data/feedback/feedback-versions'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toVersion } from './to-version.ts'

export const listFeedbackVersions: FrontendHandler<'listFeedbackVersions'> = async (
  { subject: { feedback }, page },
  { database },
) => {
  const query = { feedbackId: feedback.id, before: page.after?.[0] ?? null, limit: page.limit + 1 }
  const rows = await selectFeedbackVersions(database, query)
  const { assessmentRevision } = feedback
  return {
    ...pageReply({ rows, page, keyOf: ({ number }) => [number], itemOf: toVersion }),
    ...(assessmentRevision !== null && { assessmentRevision }),
  }
}
