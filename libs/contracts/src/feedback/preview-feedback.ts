import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { textBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { recordIdPattern } from '../schemas/paging.ts'
import { feedbackBody } from './feedback-document.ts'

export const previewFeedback = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/feedback/preview',
  tag: 'feedback',
  allow: 'grader',
  summary: 'Preview a text as students will see it',
  description: [
    'The HTML of a text, made in the same way as the texts that students read and that are sent to the learning platform: CommonMark with tables, task lists and',
    'strikethrough. Headings begin two levels below those of the text for the learning platform, tables have the class `table`, and formulas in `\\(…\\)`, `\\[…\\]` and',
    '`$$…$$` keep these signs. HTML in the text is shown as text, and nothing in the reply can run. Nothing is stored. HTML of more than 500,000',
    'bytes or 20,000 tags, and quotes and lists that are nested 60 levels deep, are 400 with `too_long`. `{{studentName}}` counts as 1,800 bytes, is filled',
    'with the names or aliases that the reader sees of the people of the document `feedbackId`, and stays where no document is given. A document that the',
    'reader may not read is 404.',
  ].join(' '),
  params: courseParams,
  maxBody: textBody,
  body: Type.Object(
    {
      body: feedbackBody,
      feedbackId: Type.Optional(
        Type.String({ pattern: recordIdPattern, description: 'The document that the text is for.' }),
      ),
    },
    { title: 'FeedbackToPreview', additionalProperties: false, description: 'A text in Markdown.' },
  ),
  example: { params: { courseId: 11 }, body: { body: 'See *this* part.' } },
  replies: {
    200: {
      description: 'The text as students will see it.',
      schema: Type.Object({ html: Type.String() }, { title: 'FeedbackPreview', description: 'The text as HTML.' }),
      example: { html: '<p>See <em>this</em> part.</p>\n' },
    },
  },
  timeLimitMs: 30_000,
})
