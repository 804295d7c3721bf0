import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { taughtCourseOf } from '../layout/course-of.ts'
import { writeRoute } from '../layout/write-route.tsx'

/** People and exercises as A+ has them now. */
export function refreshCourse(router: Router, deps: Deps): void {
  writeRoute(router, deps, {
    name: 'refreshCourse',
    path: '/courses/:courseId/refresh',
    write: async (ctx, visit) => {
      const { courseId } = taughtCourseOf(visit, readId(ctx.params['courseId']))
      await visit.boundary.refreshCourseSnapshot({ params: { courseId }, requestId: visit.requestId })
      return `/courses/${courseId}`
    },
  })
}
