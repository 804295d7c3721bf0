import { defineOperation } from '../operation/operation.ts'
import { deliveryExample } from './delivery-examples.ts'
import { delivery, deliveryParams } from './delivery.ts'

export const getDelivery = defineOperation({
  method: 'get',
  path: '/deliveries/{id}',
  tag: 'grading',
  allow: 'teacher',
  subject: 'delivery',
  summary: 'Get a delivery',
  description: 'The delivery with each of its sends, and the grade that the learning platform showed.',
  params: deliveryParams,
  example: { params: { id: deliveryExample.id } },
  replies: { 200: { description: 'The delivery.', schema: delivery, example: deliveryExample } },
})
