import { defaultPageSize } from '@course-grading/contracts'
import { countedFromOne, defineCursor, defineHandler, pageAnswer } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { courseBriefsOf } from './course-briefs.ts'

const cursor = defineCursor<[courseId: number]>('courses', countedFromOne)

export const listCourses = (deps: Deps): FrontendHandler<'listCourses'> => defineHandler({
  admit: async (admission) => {
    const after = cursor.decode(admission.query.cursor)?.[0] ?? 0
    return { after, identity: await deps.freshIdentity(admission) }
  },
  handle: async ({ resource: { after, identity: { user, courses } }, query: { limit = defaultPageSize } }) => {
    const following = courses.filter(({ courseId }) => courseId > after).slice(0, limit + 1)
    const rows = await courseBriefsOf(deps, { user, courses: following })
    return pageAnswer({ rows, limit, cursorOf: ({ courseId }) => cursor.encode([courseId]) })
  },
})
