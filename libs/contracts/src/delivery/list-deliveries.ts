import Type from 'typebox'
import { courseProblems } from '../frontend-problems.ts'
import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery, usualLimitMs } from '../paging.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryStates } from './delivery.ts'

export const listDeliveries = defineOperation({
  method: 'get', path: '/courses/{courseId}/deliveries', tag: 'grading', credential: 'session',
  summary: 'Grades of a course on their way',
  description: 'Those that arrived and those that were given up too, the newest first.',
  params: courseParams,
  query: Type.Object({
    state: Type.Optional(Type.Enum([...deliveryStates], { type: 'string', description: 'Only those in this state.' })),
    ...pageQuery,
  }),
  replies: {
    200: { description: 'A page of deliveries.', schema: pageOf(delivery), example: { items: [deliveryExample], nextCursor: null } },
  },
  problems: [...courseProblems, 'invalid_cursor'],
  timeLimitMs: usualLimitMs,
})
