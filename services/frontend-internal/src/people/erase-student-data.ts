import { erasePerson } from '@course-grading/data/people/erase-person'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'

export const eraseStudentData: FrontendHandler<'eraseStudentData'> = async (
  { params: { courseId, userId }, caller, requestId },
  { database, logger },
) => {
  const { outcome } = await database.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: caller.userId }))
  if (outcome === 'already_erased') return { status: 204 }
  if (outcome !== 'erased') throw new DomainError(outcome === 'unknown' ? 'not_found' : outcome)
  logger.info('person erased', { event: 'person_erased', courseId, userId: caller.userId, requestId })
  return { status: 204 }
}
