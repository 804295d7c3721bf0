import type Router from '@koa/router'
import { courseOf, isOwnOf, placeOf } from '../layout/course-of.ts'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { pageRoute } from '../layout/page-route.ts'
import { nameOfExercise } from '../layout/names.ts'
import { findQueue } from './find-queue.ts'
import { shownListOf } from './queue-lists.ts'
import { QueuePage } from './queue-page.tsx'

const rowsAtOnce = 50

export function queue(router: Router, deps: Deps): void {
  pageRoute(router, deps, {
    name: 'queue',
    path: '/courses/:courseId/exercises/:exerciseId',
    show: async (ctx, visit) => {
      const { boundary, requestId, texts, locale } = visit
      const course = courseOf(visit, readId(ctx.params['courseId']))
      const params = { courseId: course.courseId }
      const exerciseId = readId(ctx.params['exerciseId'])
      const { searchParams } = ctx.URL
      const shown = shownListOf(searchParams)
      const query = {
        exerciseId,
        ...(shown.list === 'mine' ? { grader: 'me' } : { state: shown.list }),
        ...(shown.q !== '' && { q: shown.q }),
        limit: rowsAtOnce,
        cursor: searchParams.get('cursor') ?? undefined,
      }
      const [found, { body }] = await Promise.all([
        findQueue(visit, params, exerciseId),
        boundary.listSubmissions({ params, query, requestId }),
      ])
      const isOwn = isOwnOf(visit, course)
      const title = nameOfExercise(found, texts, locale)
      return {
        title,
        within: { course, at: null },
        places: [placeOf(course, locale), { name: title }],
        content: (
          <QueuePage
            texts={texts}
            locale={locale}
            course={course}
            queue={found}
            shown={shown}
            rows={body.items.map((row) => (isOwn(row) ? { ...row, assessment: null } : row))}
            notice={searchParams.get('notice')}
            done={searchParams.get('done')}
            nextCursor={body.nextCursor}
          />
        ),
      }
    },
  })
}
