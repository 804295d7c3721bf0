import { courseProblems } from '../frontend-problems.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryParams } from './delivery.ts'

export const getDelivery = defineOperation({
  method: 'get', path: '/deliveries/{id}', tag: 'grading', credential: 'session',
  summary: 'One grade on its way',
  description: 'For teachers of its course.',
  params: deliveryParams,
  replies: { 200: { description: 'The delivery.', schema: delivery, example: deliveryExample } },
  problems: courseProblems,
  timeLimitMs: usualLimitMs,
})
