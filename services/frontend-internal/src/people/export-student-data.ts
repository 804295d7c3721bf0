import { exportPerson } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import { admitTeacher } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const exportStudentData = (deps: Deps): FrontendHandler<'exportStudentData'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async ({ params: { courseId, userId }, caller, requestId }) => {
    const content = await exportPerson(deps.database, { courseId, userId, byUserId: caller.userId })
    if (content === null) throw new DomainError('not_found')
    deps.logger.info('person exported', { event: 'person_exported', courseId, userId: caller.userId, requestId })
    return { status: 200, attachment: { mediaType: 'application/json', fileName: `student-${courseId}-${userId}.json`, content } }
  },
})
