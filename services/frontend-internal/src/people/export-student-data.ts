import { exportPerson } from '@course-grading/data/people/export-person'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'

export const exportStudentData: FrontendHandler<'exportStudentData'> = async (
  { params: { courseId, userId }, caller, requestId },
  { database, logger },
) => {
  const content = await exportPerson(database, { courseId, userId, byUserId: caller.userId })
  if (content === null) throw new DomainError('not_found')
  logger.info('person exported', { event: 'person_exported', courseId, userId: caller.userId, requestId })
  return {
    status: 200,
    attachment: { mediaType: 'application/json', fileName: `student-${courseId}-${userId}.json`, content },
  }
}
