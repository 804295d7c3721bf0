import { findFeedbackVersion } from '@course-grading/data/feedback/feedback-versions'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { textOf } from './to-feedback.ts'
import { toVersion } from './to-version.ts'

export const getFeedbackVersion: FrontendHandler<'getFeedbackVersion'> = async (
  { subject: { feedback }, params: { n } },
  { database },
) => {
  const version = await findFeedbackVersion(database, feedback.id, n)
  if (version === null) throw new DomainError('not_found')
  const { assessmentRevision } = feedback
  const body = { ...toVersion(version), ...textOf(version) }
  return { status: 200, body, ...(assessmentRevision !== null && { assessmentRevision }) }
}
