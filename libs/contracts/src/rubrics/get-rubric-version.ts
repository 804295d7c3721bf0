import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { rubricIds, rubricVersionDetailExample } from './rubric-examples.ts'
import { rubricParams, rubricVersionDetail, versionNumber } from './rubric.ts'

export const getRubricVersion = defineOperation({
  method: 'get',
  path: '/rubrics/{rubricId}/versions/{version}',
  tag: 'grading',
  allow: 'grader',
  subject: 'rubric',
  summary: 'Get a version of a rubric',
  description: 'The version as it was published, in its newest wording or in the requested one.',
  params: Type.Object({ ...rubricParams.properties, version: versionNumber('The version.') }),
  query: Type.Object({ wording: Type.Optional(versionNumber('The wording; if absent, the newest one.')) }),
  example: { params: { rubricId: rubricIds.published, version: 1 }, query: { wording: 1 } },
  replies: {
    200: { description: 'The version.', schema: rubricVersionDetail, example: rubricVersionDetailExample },
  },
})
