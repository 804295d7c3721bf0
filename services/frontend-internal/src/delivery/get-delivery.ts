import type { FrontendHandler } from '../access/handler.ts'
import { toDelivery } from './to-delivery.ts'

export const getDelivery: FrontendHandler<'getDelivery'> = async ({ access }) => ({
  status: 200,
  body: toDelivery(access),
})
