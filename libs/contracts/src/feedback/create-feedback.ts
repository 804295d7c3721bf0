import Type from 'typebox'
import { courseParams, upstreamId } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { feedbackDocument } from './feedback-document.ts'
import { studentDocumentExample } from './feedback-examples.ts'

export const createFeedback = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/feedback',
  tag: 'feedback',
  allow: 'grader',
  summary: 'Begin a document about a student',
  description: [
    "Begins with the course's template of the language. For graders whose languages and feedback tags admit it; a student whom they do not",
    'admit is 404. Of a student there may be any number.',
  ].join(' '),
  params: courseParams,
  body: Type.Object(
    {
      userId: upstreamId('A student of the course.'),
      language: Type.String({ minLength: 1, maxLength: 35, description: 'A language of the course.' }),
    },
    { title: 'FeedbackToBegin', additionalProperties: false, description: 'About whom, and in which language.' },
  ),
  example: { params: { courseId: 11 }, body: { userId: 201, language: 'en' } },
  replies: {
    201: { description: 'It has begun.', schema: feedbackDocument, etag: true, example: studentDocumentExample },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
