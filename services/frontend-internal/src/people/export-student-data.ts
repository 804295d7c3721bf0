import { exportPerson } from '@course-grading/data/people/export-person'
import { DomainError } from '@course-grading/domain/errors'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handler.ts'

export const exportStudentData =
  ({ database, logger }: Pick<Deps, 'database' | 'logger'>): FrontendHandler<'exportStudentData'> =>
  async ({ params: { courseId, userId }, caller, requestId }) => {
    const content = await exportPerson(database, { courseId, userId, byUserId: caller.userId })
    if (content === null) throw new DomainError('not_found')
    logger.info('person exported', { event: 'person_exported', courseId, userId: caller.userId, requestId })
    return {
      status: 200,
      attachment: { mediaType: 'application/json', fileName: `student-${courseId}-${userId}.json`, content },
    }
  }
