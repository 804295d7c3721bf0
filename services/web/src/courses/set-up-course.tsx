import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import { FrontendTransportError } from '@course-grading/frontend-transport'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { openVisit } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { courseOf } from '../layout/course-of.ts'
import { UnconfiguredCoursePage } from './unconfigured-course-page.tsx'

/** The second of two people who set a course up finds it set up, as wanted. */
export function setUpCourse(router: Router, deps: Deps): void {
  router.post('setUpCourse', '/courses/:courseId/set-up', async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit === null) return
    const { boundary, requestId, texts, locale } = visit
    const course = courseOf(visit, readId(ctx.params['courseId']))
    try {
      await boundary.configureCourse({ body: { courseId: course.courseId }, requestId })
    } catch (error) {
      if (!(error instanceof FrontendTransportError)) throw error
      if (error.code === 'slug_taken') {
        ctx.status = 409
        const content = (
          <UnconfiguredCoursePage texts={texts} locale={locale} course={course} error={texts.setUp.slugTaken} />
        )
        return showPage(ctx, deps, visit, { title: pickLanguage(course.name, locale), content })
      }
      if (error.code !== 'already_configured') throw error
    }
    ctx.redirect(`/courses/${course.courseId}`)
    ctx.status = 303
  })
}
