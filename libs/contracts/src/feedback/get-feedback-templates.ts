import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { feedbackTemplates, feedbackTemplatesExample } from './feedback-templates.ts'

export const getFeedbackTemplates = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/feedback/templates',
  tag: 'feedback',
  allow: 'grader',
  summary: 'Get the feedback templates of a course',
  description: 'The templates of a course; none at revision 0.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: {
    200: {
      description: 'The templates.',
      schema: feedbackTemplates,
      etag: true,
      example: feedbackTemplatesExample,
    },
    304: { description: 'The templates have not changed.', etag: true },
  },
})
