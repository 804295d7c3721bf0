import type { FrontendHandler } from '../access/handler.ts'
import { revisionsOf, toFeedback } from './to-feedback.ts'

export const getFeedback: FrontendHandler<'getFeedback'> = async ({ access: { feedback } }) => ({
  status: 200,
  body: toFeedback(feedback),
  ...revisionsOf(feedback),
})
