import Type from 'typebox'
import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { numberKey, pageOf, pageQuery, usualLimitMs } from '../paging.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryStates } from './delivery.ts'

export const listDeliveries = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/deliveries',
  tag: 'grading',
  allow: 'teacher',
  summary: 'Grades of a course on their way',
  description: 'Those that arrived and those that were given up too, the newest first.',
  params: courseParams,
  query: Type.Object({
    state: Type.Optional(Type.Enum([...deliveryStates], { type: 'string', description: 'Only those in this state.' })),
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
  problems: [],
  timeLimitMs: usualLimitMs,
})
