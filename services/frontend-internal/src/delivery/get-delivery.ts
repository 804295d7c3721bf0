import { replyWithSubject } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toDelivery } from './to-delivery.ts'

export const getDelivery: FrontendHandler<'getDelivery'> = replyWithSubject((delivery) => ({
  body: toDelivery(delivery),
}))
