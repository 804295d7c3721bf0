import { isInCourseList } from '@course-grading/domain/sessions/is-in-course-list'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { openVisit } from '../http/visit.ts'
import { showPage } from '../layout/show-page.tsx'
import { MyCoursesPage } from './my-courses-page.tsx'

/** The session has all that the page shows, so that it costs one call. */
export function myCourses(router: Router, deps: Deps): void {
  router.get('myCourses', '/', async (ctx) => {
    const visit = await openVisit(ctx, deps)
    if (visit === null) return
    const { texts, locale, session } = visit
    showPage(ctx, deps, visit, {
      title: texts.courses.title,
      content: (
        <MyCoursesPage
          texts={texts}
          locale={locale}
          courses={session.courses.filter(isInCourseList)}
          hasUnlisted={session.courses.length > 0}
          pinned={session.preferences.pinnedCourses}
          notice={ctx.URL.searchParams.get('launched') === 'elsewhere' ? texts.courses.elsewhere : null}
        />
      ),
    })
  })
}
