import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import { queuePath } from '../claims/grade-next.ts'
import { findQueue } from '../claims/find-queue.ts'
import { placeOf, taughtCourseOf } from '../layout/course-of.ts'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { formRoute } from '../layout/forms/form-route.tsx'
import { nameOfExercise } from '../layout/names.ts'
import { findUnsettled } from './find-unsettled.ts'
import { ReleasePage } from './release-page.tsx'

const path = '/courses/:courseId/exercises/:exerciseId/release'
/** Each id is a field of 50 bytes; beside them stand the person and the number. */
const { members, bytes } = frontendInternal.operations.releaseGrades.maxBody
const limits = { bytes, fields: members + 2 }
const rowsAtOnce = 200

export function release(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'release',
    path,
    limits,
    show: showRelease,
    answer: async (ctx, visit, form) => {
      const { params } = exerciseIn(ctx, visit)
      const assessmentIds = form.getAll('assessmentId')
      const isAsShown = assessmentIds.length > 0 || (await isPlanned(visit, params, Number(form.get('planned'))))
      const body = assessmentIds.length === 0 ? {} : { assessmentIds }
      const released = isAsShown
        ? (await visit.boundary.releaseGrades({ params, body, requestId: visit.requestId })).body.released
        : 0
      return `${ctx.path}?released=${released}`
    },
  })
}

/** A page that cannot list all rows names their number, which must still be right: else it is drawn again, to be confirmed again. */
async function isPlanned(
  { boundary, requestId }: Visit,
  params: ReturnType<typeof exerciseIn>['params'],
  planned: number,
): Promise<boolean> {
  const { body } = await boundary.releaseGrades({ params, query: { dryRun: true }, requestId })
  return body.released === planned
}

/** @throws HttpError not_found */
function exerciseIn(ctx: RouterContext, visit: Visit) {
  const course = taughtCourseOf(visit, readId(ctx.params['courseId']))
  return { params: { courseId: course.courseId, exerciseId: readId(ctx.params['exerciseId']) }, course }
}

function releasedBefore(query: URLSearchParams): number | null {
  const text = query.get('released') ?? ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

async function showRelease(ctx: RouterContext, visit: Visit) {
  const { boundary, requestId, texts, locale, session } = visit
  const { params, course } = exerciseIn(ctx, visit)
  const { courseId, exerciseId } = params
  const query = { exerciseId, state: 'completed' as const, limit: rowsAtOnce }
  const [queue, rows, plan] = await Promise.all([
    findQueue(visit, { courseId }, exerciseId),
    boundary.listSubmissions({ params: { courseId }, query, requestId }),
    boundary.releaseGrades({ params, query: { dryRun: true }, requestId }),
  ])
  const { released, blocked } = plan.body
  const undeliverable = new Set(
    blocked.flatMap(({ assessmentId, reason }) => (reason === 'undeliverable' ? [assessmentId] : [])),
  )
  const { items, nextCursor } = rows.body
  const isCut = nextCursor !== null
  const unsettled = await findUnsettled(visit, { courseId, queue, rows: items, isCut, undeliverable })
  const name = nameOfExercise(queue, texts, locale)
  return {
    title: texts.release.title(name),
    within: { course, at: null },
    places: [placeOf(course, locale), { name, path: queuePath(params) }, { name: texts.release.button }],
    content: (
      <ReleasePage
        texts={texts}
        locale={locale}
        userId={session.user.userId}
        courseId={courseId}
        queue={queue}
        plan={{ released, undeliverable }}
        rows={items}
        isCut={isCut}
        unsettled={unsettled}
        justReleased={releasedBefore(ctx.URL.searchParams)}
      />
    ),
  }
}
