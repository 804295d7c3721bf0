import { DomainError } from '@course-grading/domain/errors/domain-error'
import { readSettingsRevision } from '@course-grading/workflows'
import type { FrontendHandler } from '../access/handler.ts'

export const getSettingsRevision: FrontendHandler<'getSettingsRevision'> = async (
  { params: { courseId, revision } },
  { database },
) => {
  const detail = await readSettingsRevision(database, courseId, revision)
  if (detail === null) throw new DomainError('not_found')
  return { status: 200, body: detail, revision: detail.revision }
}
