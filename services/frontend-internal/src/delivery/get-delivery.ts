import type { FrontendHandler } from '../access/handler.ts'
import { toDelivery } from './to-delivery.ts'

export const getDelivery: FrontendHandler<'getDelivery'> = async ({ subject }, { database }) => ({
  status: 200,
  body: await toDelivery(database, subject),
})
