import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryStates } from './delivery.ts'

export const listDeliveries = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/deliveries',
  tag: 'grading',
  allow: 'teacher',
  summary: 'List the deliveries of a course',
  description: 'All deliveries, including those that arrived or were given up, the newest first.',
  params: courseParams,
  query: Type.Object({
    state: Type.Optional(
      Type.Enum([...deliveryStates], { type: 'string', description: 'Only deliveries in this state.' }),
    ),
    undeliverable: Type.Optional(
      Type.Boolean({
        description: 'Only held deliveries that cannot be sent, as `undeliverable` of `Queue` counts them.',
        examples: [false],
      }),
    ),
    ...pageQuery,
  }),
  pageKey: numberKey,
  example: { params: { courseId: 11 }, query: { state: 'ambiguous', limit: 50 } },
  replies: {
    200: {
      description: 'A page of deliveries.',
      schema: pageOf(delivery),
      example: { items: [deliveryExample], nextCursor: null },
    },
  },
})
