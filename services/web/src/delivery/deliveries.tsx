import type { CourseBrief } from '@course-grading/contracts/courses/course-view'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId, readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, taughtCourseOf } from '../layout/course-of.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import type { Page } from '../layout/show-page.tsx'
import { isGradedElsewhere } from './choices-of.ts'
import { type Decided, decide, readDecision } from './decide.ts'
import { DeliveriesPage, type ReadPage, type SeveralAgain } from './deliveries-page.tsx'
import { saidAfter } from './said-after.ts'
import { filterOf, listPath, openLists, pathSaying, type ShownList, shownListOf } from './shown-list.ts'

const rowsAtOnce = 50
/** Of each list that waits where both stand above the list of all: a card is a form. */
const cardsAtOnce = 25
/** A box is a field of some 250 bytes. */
const limits = { bytes: 65_536, fields: rowsAtOnce + 4 }

export function deliveries(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'deliveries',
    path: '/courses/:courseId/deliveries',
    limits,
    show: (ctx, visit) => showDeliveries(ctx, visit, null),
    answer: decideSeveral,
  })
}

const courseIn = (ctx: RouterContext, visit: Visit) => taughtCourseOf(visit, readId(ctx.params['courseId']))

/** The list in the address, and its own address. */
function listIn({ URL: { searchParams } }: RouterContext, { courseId }: Pick<CourseBrief, 'courseId'>) {
  const shown = shownListOf(searchParams)
  const cursor = searchParams.get('cursor') ?? undefined
  return { shown, cursor, path: listPath(courseId, shown, cursor) }
}

async function showDeliveries(ctx: RouterContext, visit: Visit, again: Again | null): Promise<Page> {
  const { boundary, requestId, texts, locale, session } = visit
  const course = courseIn(ctx, visit)
  const params = { courseId: course.courseId }
  const { shown, cursor, path } = listIn(ctx, course)
  const read = async (list: ShownList): Promise<ReadPage> => {
    const limit = list === shown ? rowsAtOnce : cardsAtOnce
    const query = { ...filterOf(list), limit, cursor }
    const { body } = await boundary.listDeliveries({ params, query, requestId })
    return { list, items: body.items, nextCursor: body.nextCursor }
  }
  // What waits stands above the beginning of the list of all.
  const isOpen = (list: ShownList) => list === shown || (shown === 'all' && cursor === undefined)
  const lists = openLists.filter(isOpen)
  const [open, rows] = await Promise.all([
    Promise.all(lists.map(read)),
    openLists.some((list) => list === shown) ? null : read(shown),
  ])
  const { title } = texts.deliveries
  return {
    title,
    places: [placeOf(course, locale), { name: title }],
    within: { course, at: 'deliveries' },
    content: (
      <DeliveriesPage
        texts={texts}
        locale={locale}
        userId={session.user.userId}
        courseId={course.courseId}
        shown={shown}
        path={path}
        open={open}
        rows={rows}
        said={saidAfter(again === null ? ctx.URL.searchParams.get('done') : again.done, texts)}
        again={again}
      />
    ),
  }
}

interface Again extends SeveralAgain {
  readonly done: string | null
}

async function decideSeveral(ctx: RouterContext, visit: Visit, form: URLSearchParams): Promise<string | Redrawn> {
  const { path } = listIn(ctx, courseIn(ctx, visit))
  const { reason: needed, several } = visit.texts.deliveries
  const decision = readDecision(form)
  const asked = form.getAll('delivery').map((box) => {
    const [id] = box.split(' ', 1)
    return { id: readRecordId(id), facts: box.slice((id ?? '').length + 1) }
  })
  const again = { reason: decision.reason, ticked: asked.map(({ id }) => id), failed: [], fault: null, done: null }
  const redraw = async (status: number, changed: Partial<Again>): Promise<Redrawn> => ({
    status,
    page: await showDeliveries(ctx, visit, { ...again, ...changed }),
  })
  if (asked.length === 0) return await redraw(400, { fault: several.none })
  const decided: Decided[] = []
  for (const each of asked) {
    const { outcome, delivery } = await decide(visit, { ...each, ...decision }, (found) => !isGradedElsewhere(found))
    if (outcome === 'reason') return await redraw(400, { fault: needed })
    decided.push({ outcome, delivery })
  }
  const failed = decided.flatMap(({ outcome, delivery }) => (outcome === 'done' ? [] : [delivery]))
  const done = String(decided.length - failed.length)
  if (failed.length > 0) return await redraw(409, { ticked: [], failed, done })
  return pathSaying(path, done)
}
