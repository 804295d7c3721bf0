import { defineOperation } from '../operation/operation.ts'
import { rubricExample, rubricIds } from './rubric-examples.ts'
import { rubric, rubricParams } from './rubric.ts'

export const getRubric = defineOperation({
  method: 'get',
  path: '/rubrics/{rubricId}',
  tag: 'grading',
  allow: 'grader',
  subject: 'rubric',
  summary: 'A rubric',
  description:
    'A rubric with its draft and its latest version. Use the `ETag` only for writes: it does not change when other exercises are graded by the rubric, so `If-None-Match` is ignored.',
  params: rubricParams,
  example: { params: { rubricId: rubricIds.published } },
  replies: { 200: { description: 'The rubric.', schema: rubric, etag: true, example: rubricExample } },
})
