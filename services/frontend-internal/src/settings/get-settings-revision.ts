import { DomainError } from '@course-grading/domain/errors/domain-error'
import { readSettingsRevision } from '@course-grading/workflows'
import { toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'

export const getSettingsRevision: FrontendHandler<'getSettingsRevision'> = async (
  { params: { courseId, revision } },
  { database },
) => {
  const detail = await readSettingsRevision(database, courseId, revision)
  if (detail === null) throw new DomainError('not_found')
  const { userName, ...shown } = detail
  return { status: 200, body: { ...shown, by: toStaffRef(shown.userId, userName) }, revision }
}
