import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { ownPath } from '../http/own-path.ts'
import { readRecordId } from '../http/read-id.ts'
import type { Visit } from '../http/visit.ts'
import { placeOf, taughtCourseOf } from '../layout/course-of.ts'
import { formRoute, type Redrawn } from '../layout/forms/form-route.tsx'
import type { Page } from '../layout/show-page.tsx'
import { decide, readDecision } from './decide.ts'
import { type DeliveryAgain, OneDeliveryPage } from './one-delivery-page.tsx'
import { saidAfter } from './said-after.ts'
import { deliveriesPath, deliveryPath, pathSaying } from './shown-list.ts'
import { whoOf } from './state-note.tsx'

export function oneDelivery(router: Router, deps: Deps): void {
  formRoute(router, deps, {
    name: 'delivery',
    path: '/deliveries/:id',
    // A reason has at most 500 characters.
    limits: { bytes: 16_384, fields: 8 },
    show: async (ctx, visit) => {
      const id = readRecordId(ctx.params['id'])
      const { body } = await visit.boundary.getDelivery({ params: { id }, requestId: visit.requestId })
      return pageOf(ctx, visit, body, null)
    },
    answer: decideOne,
  })
}

function pageOf(ctx: RouterContext, visit: Visit, delivery: Delivery, again: DeliveryAgain | null): Page {
  const { texts, locale, session } = visit
  const course = taughtCourseOf(visit, delivery.courseId)
  const who = whoOf(delivery, texts)
  const { title } = texts.deliveries
  return {
    title: `${who} · ${title}`,
    places: [placeOf(course, locale), { name: title, path: deliveriesPath(course.courseId) }, { name: who }],
    within: { course, at: 'deliveries' },
    content: (
      <OneDeliveryPage
        texts={texts}
        locale={locale}
        delivery={delivery}
        userId={session.user.userId}
        said={again === null ? saidAfter(ctx.URL.searchParams.get('done'), texts) : null}
        again={again}
      />
    ),
  }
}

async function decideOne(ctx: RouterContext, visit: Visit, form: URLSearchParams): Promise<string | Redrawn> {
  const id = readRecordId(ctx.params['id'])
  const decision = readDecision(form)
  const { outcome, delivery } = await decide(visit, { id, facts: form.get('facts') ?? '', ...decision })
  if (outcome === 'done') return pathSaying(form.has('to') ? ownPath(form.get('to')) : deliveryPath(id), decision.as)
  const hasChanged = outcome === 'changed'
  const fault = hasChanged ? null : visit.texts.deliveries.reason
  return {
    status: hasChanged ? 409 : 400,
    page: pageOf(ctx, visit, delivery, { reason: decision.reason, fault, hasChanged }),
  }
}
