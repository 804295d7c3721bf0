import { replyWithSubject } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { revisionsOf, toFeedback } from './to-feedback.ts'

export const getFeedback: FrontendHandler<'getFeedback'> = replyWithSubject(({ feedback }) => ({
  body: toFeedback(feedback),
  ...revisionsOf(feedback),
}))
