import Type from 'typebox'
import { courseParams, upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { feedbackDocument } from './feedback-document.ts'
import { studentDocumentExample } from './feedback-examples.ts'

export const createFeedback = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/feedback',
  tag: 'feedback',
  allow: 'grader',
  summary: 'Begin a document about a student',
  description: [
    "The document begins with the course's template in its language. Graders may write about students whom their languages and feedback tags admit; any other student",
    'is 404. There may be any number of documents about a student.',
  ].join(' '),
  params: courseParams,
  body: Type.Object(
    {
      userId: upstreamId('A student of the course.'),
      language: Type.String({ minLength: 1, maxLength: 35, description: 'A language of the course.' }),
    },
    {
      title: 'FeedbackToBegin',
      additionalProperties: false,
      description: 'The student and the language of the document.',
    },
  ),
  example: { params: { courseId: 11 }, body: { userId: 201, language: 'en' } },
  replies: {
    201: {
      description: 'The document has begun.',
      schema: feedbackDocument,
      etag: true,
      example: studentDocumentExample,
    },
  },
})
