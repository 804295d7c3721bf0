import Type from 'typebox'
import { courseParams, maxId } from '../schemas/ids.ts'
import { textBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { templates } from './feedback-templates.ts'

export const putFeedbackTemplates = defineOperation({
  method: 'put',
  path: '/courses/{courseId}/feedback/templates',
  tag: 'feedback',
  allow: 'teacher',
  summary: 'Replace the feedback templates of a course',
  description: 'Documents that have begun keep their text. A text in double braces that is no placeholder is 400.',
  params: courseParams,
  maxBody: textBody,
  body: Type.Object(
    {
      revision: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: maxId,
          description: 'The revision that was read. It is ignored: only `If-Match` counts.',
        }),
      ),
      templates,
    },
    { title: 'FeedbackTemplatesUpdate', additionalProperties: false, description: 'Templates by language.' },
  ),
  ifMatch: true,
  example: {
    params: { courseId: 11 },
    revision: 0,
    body: { templates: { en: 'Dear {{studentName}},\n\n' } },
  },
  replies: { 204: { description: 'The templates are replaced.', etag: true } },
})
