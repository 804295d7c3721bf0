import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import { pickLanguage } from '@course-grading/domain/localisation/pick-language'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { readPages } from '../http/read-pages.ts'
import { pageRoute } from '../layout/page-route.ts'
import type { Visit } from '../http/visit.ts'
import { courseOf, gradesIn } from '../layout/course-of.ts'
import { CourseFrontPage } from './course-front-page.tsx'
import { UnconfiguredCoursePage } from './unconfigured-course-page.tsx'

/** A course that is not set up is drawn from the session alone, since the boundary has nothing else of it. */
export function courseFront(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'courseFront',
    path: '/courses/:courseId',
    show: async (ctx, visit) => {
      const brief = courseOf(visit, readId(ctx.params['courseId']))
      const { texts, locale } = visit
      const title = pickLanguage(brief.name, locale)
      if (!brief.configured)
        return {
          title,
          places: [{ name: title }],
          content: <UnconfiguredCoursePage texts={texts} locale={locale} course={brief} error={null} />,
        }
      const exerciseId = exerciseIn(ctx)
      const [course, queues, claims, feedback, progress] = await parts(visit, brief, exerciseId)
      return {
        title,
        within: { course: brief, at: 'overview' },
        places: [{ name: title }],
        content: (
          <CourseFrontPage
            texts={texts}
            locale={locale}
            course={course}
            queues={queues?.items ?? null}
            from={fromIn(ctx)}
            claims={claims}
            feedback={feedback}
            progress={progress && { ...progress, exerciseId }}
          />
        ),
      }
    },
  })
}

/** The exercise that the figures of graders are about; null for all. */
const exerciseIn = (ctx: RouterContext): number | null => {
  const asked = ctx.URL.searchParams.get('exercise') ?? ''
  return asked === '' ? null : readId(asked)
}

/** How many exercises stand on the pages before. */
function fromIn({ URL: { searchParams } }: RouterContext): number {
  const asked = searchParams.get('from') ?? ''
  return /^\d{1,6}$/.test(asked) ? Number(asked) : 0
}

/** The parts of the page by role: graders have queues and claims, teachers who grades how much, students their feedback. */
function parts({ boundary, requestId }: Visit, { courseId, roles }: CourseBrief, exerciseId: number | null) {
  const params = { courseId }
  return Promise.all([
    boundary.getCourse({ params, requestId }).then(({ body }) => body),
    gradesIn({ roles }) ? readPages((page) => boundary.listQueues({ params, query: page, requestId })) : null,
    gradesIn({ roles })
      ? readPages((page) => boundary.listMyClaims({ query: page, requestId })).then(({ items, isCut }) => ({
          items: items.filter((claim) => claim.courseId === courseId),
          isCut,
        }))
      : { items: [], isCut: false },
    roles.includes('student')
      ? boundary.listMyFeedback({ query: { courseId, limit: 50 }, requestId }).then(({ body }) => body)
      : null,
    roles.includes('teacher')
      ? boundary
          .getGradingProgress({ params, query: exerciseId === null ? {} : { exerciseId }, requestId })
          .then(({ body }) => body)
      : null,
  ])
}
