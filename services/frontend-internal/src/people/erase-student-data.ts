import { erasePerson, withSerializationRetry } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import { admitTeacher } from '../access/admit.ts'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'

export const eraseStudentData = (deps: Deps): FrontendHandler<'eraseStudentData'> => defineHandler({
  admit: (admission) => admitTeacher(deps, admission),
  handle: async ({ params: { courseId, userId }, caller, requestId }) => {
    const { outcome } = await withSerializationRetry(() => deps.database.transaction((tx) => erasePerson(tx, { courseId, userId, byUserId: caller.userId })))
    if (outcome === 'already_erased') return { status: 204 }
    if (outcome !== 'erased') throw new DomainError(outcome === 'unknown' ? 'not_found' : outcome)
    deps.logger.info('person erased', { event: 'person_erased', courseId, userId: caller.userId, requestId })
    return { status: 204 }
  },
})
