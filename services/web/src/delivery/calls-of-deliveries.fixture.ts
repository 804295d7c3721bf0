import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import type { WebRequest } from '../web.fixture.ts'
import { factsOf } from './choices-of.ts'

const delivery = frontendInternal.operations.getDelivery.replies[200].example
const D = delivery.id
const facts = factsOf(delivery)
const visit = 'getSession /session'

/** What the routes of deliveries ask of the boundary. */
export const callsOfDeliveries: readonly [route: string, path: string, asked: WebRequest, calls: string[]][] = [
  [
    'showDeliveries',
    '/courses/11/deliveries',
    {},
    [
      visit,
      'listDeliveries /courses/11/deliveries?state=refused&limit=25',
      'listDeliveries /courses/11/deliveries?state=ambiguous&limit=25',
      'listDeliveries /courses/11/deliveries?limit=50',
    ],
  ],
  [
    'showDeliveries',
    '/courses/11/deliveries?state=ambiguous&cursor=a%2Bb',
    {},
    [visit, 'listDeliveries /courses/11/deliveries?state=ambiguous&limit=50&cursor=a%2Bb'],
  ],
  [
    'showDeliveries',
    '/courses/11/deliveries?undeliverable=true',
    {},
    [visit, 'listDeliveries /courses/11/deliveries?undeliverable=true&limit=50'],
  ],
  [
    'deliveries',
    '/courses/11/deliveries',
    { form: { person: '101', delivery: `${D} ${facts}`, as: 'cancelled', reason: 'R' } },
    [visit, `getDelivery /deliveries/${D}`, `resolveDelivery /deliveries/${D}/resolve {"as":"cancelled","reason":"R"}`],
  ],
  ['showDelivery', `/deliveries/${D}`, {}, [visit, `getDelivery /deliveries/${D}`]],
  [
    'delivery',
    `/deliveries/${D}`,
    { form: { person: '101', facts, as: 'delivered', reason: 'R' } },
    [visit, `getDelivery /deliveries/${D}`, `resolveDelivery /deliveries/${D}/resolve {"as":"delivered","reason":"R"}`],
  ],
]
