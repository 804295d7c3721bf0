import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { orRefused } from '../http/or-refused.ts'
import type { Visit } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { writeRoute } from '../layout/write-route.tsx'
import { courseOf } from '../layout/course-of.ts'
import { UnconfiguredCoursePage } from './unconfigured-course-page.tsx'

/** The second of two people who set a course up finds it set up, as wanted. */
export function setUpCourse(router: Router, deps: Deps): void {
  writeRoute(router, deps, {
    name: 'setUpCourse',
    path: '/courses/:courseId/set-up',
    write: async (ctx, visit) => {
      const course = courseOf(visit, readId(ctx.params['courseId']))
      const { courseId } = course
      const path = `/courses/${courseId}`
      const { boundary, requestId } = visit
      return await orRefused(
        boundary.configureCourse({ body: { courseId }, requestId }).then((): string | null => path),
        ({ code }) => {
          if (code === 'already_configured') return path
          return code === 'slug_taken' ? showTaken(ctx, deps, visit, course) : undefined
        },
      )
    },
  })
}

function showTaken(ctx: RouterContext, deps: Deps, visit: Visit, course: CourseBrief): null {
  const { texts, locale } = visit
  ctx.status = 409
  showPage(ctx, deps, visit, {
    title: pickLanguage(course.name, locale),
    content: <UnconfiguredCoursePage texts={texts} locale={locale} course={course} error={texts.setUp.slugTaken} />,
  })
  return null
}
