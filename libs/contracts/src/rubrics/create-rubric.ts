import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { rubricBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { givenRubric } from './rubric-document.ts'
import { newRubricExample, rubricDocumentExample } from './rubric-examples.ts'
import { rubric } from './rubric.ts'

const newRubric = Type.Object(
  { document: givenRubric },
  { title: 'NewRubric', additionalProperties: false, description: 'The first draft of a rubric.' },
)

export const createRubric = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/rubrics',
  tag: 'grading',
  allow: 'teacher',
  summary: 'Make a rubric',
  description: 'Makes a rubric, which is a draft until it is published.',
  params: courseParams,
  body: newRubric,
  maxBody: rubricBody,
  example: { params: { courseId: 11 }, body: { document: rubricDocumentExample } },
  replies: {
    201: { description: 'The rubric at revision 1.', schema: rubric, etag: true, example: newRubricExample },
  },
})
