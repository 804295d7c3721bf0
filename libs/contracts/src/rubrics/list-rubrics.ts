import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { pageOf, pageQuery, recordKey } from '../schemas/paging.ts'
import { rubricBriefExample } from './rubric-examples.ts'
import { rubricBrief, rubricStates } from './rubric.ts'

export const listRubrics = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/rubrics',
  tag: 'grading',
  allow: 'grader',
  summary: 'Rubrics of a course',
  description: 'The rubrics without their documents, the newest first.',
  params: courseParams,
  query: Type.Object({
    state: Type.Optional(Type.Enum([...rubricStates], { type: 'string', description: 'Only rubrics in this state.' })),
    ...pageQuery,
  }),
  pageKey: recordKey,
  example: { params: { courseId: 11 }, query: { state: 'published', limit: 50 } },
  replies: {
    200: {
      description: 'A page of rubrics.',
      schema: pageOf(rubricBrief),
      example: { items: [rubricBriefExample], nextCursor: null },
    },
  },
})
