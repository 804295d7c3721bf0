import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryParams } from './delivery.ts'

export const getDelivery = defineOperation({
  method: 'get',
  path: '/deliveries/{id}',
  tag: 'grading',
  allow: 'teacher',
  subject: 'delivery',
  summary: 'One grade on its way',
  description: 'The delivery with every send of it, and what the learning platform showed.',
  params: deliveryParams,
  example: { params: { id: deliveryExample.id } },
  replies: { 200: { description: 'The delivery.', schema: delivery, example: deliveryExample } },
  problems: [],
  timeLimitMs: usualLimitMs,
})
