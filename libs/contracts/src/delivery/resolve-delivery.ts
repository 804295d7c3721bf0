import Type from 'typebox'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryParams } from './delivery.ts'

const resolution = Type.Object(
  {
    as: Type.Enum(['delivered', 'send_again', 'cancelled'], {
      type: 'string',
      description: 'What became of it, or should: it arrived, it is sent once more, or it is given up.',
    }),
    reason: Type.String({ minLength: 1, maxLength: 500, description: "In the person's own words; it is kept." }),
  },
  {
    title: 'DeliveryResolution',
    additionalProperties: false,
    description: "A person's word on a grade of which nothing else tells.",
  },
)

export const resolveDelivery = defineOperation({
  method: 'post',
  path: '/deliveries/{id}/resolve',
  tag: 'grading',
  allow: 'teacher',
  subject: 'delivery',
  summary: 'Decide what becomes of a grade',
  description: [
    'The teacher has looked at the learning platform before. An ambiguous one arrived, is sent again or is given up;',
    'a refused one is sent again or given up. An ambiguous one rests for a while after it was sent before it can be sent again or',
    'given up: until then `not_in_state` says in `Retry-After` how long that is. What is sent again is looked up before. A refused one then overwrites what was seen when it was refused, and nothing else;',
    "an ambiguous one overwrites nobody's grade, but is refused where one stands. Of several at once one wins.",
  ].join(' '),
  params: deliveryParams,
  body: resolution,
  example: {
    params: { id: deliveryExample.id },
    body: { as: 'send_again', reason: 'The learning platform shows no grade, one hour later.' },
  },
  replies: {
    200: {
      description: 'The delivery as it is now.',
      schema: delivery,
      example: { ...deliveryExample, state: 'pending', updatedAt: '2026-11-02T10:00:00.000Z' },
    },
  },
  problems: ['not_in_state'],
  timeLimitMs: usualLimitMs,
})
