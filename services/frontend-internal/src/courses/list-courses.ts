import { isInCourseList } from '@course-grading/domain/sessions/is-in-course-list'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { courseBriefsOf } from './course-briefs.ts'

export const listCourses: FrontendHandler<'listCourses'> = async (call, deps) => {
  const { page } = call
  const { user, courses } = await deps.freshIdentity(call)
  const following = courses.filter(({ courseId }) => courseId > (page.after?.[0] ?? 0))
  const rows = (await courseBriefsOf(deps, { user, courses: following }))
    .filter(isInCourseList)
    .slice(0, page.limit + 1)
  return pageReply({ rows, page, keyOf: ({ courseId }) => [courseId], itemOf: (row) => row })
}
