import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { pageOf, pageQuery } from '../schemas/paging.ts'
import { rubricIds, rubricVersionExample } from './rubric-examples.ts'
import { rubricParams, rubricVersion, versionNumber } from './rubric.ts'

export const listRubricVersions = defineOperation({
  method: 'get',
  path: '/rubrics/{rubricId}/versions',
  tag: 'grading',
  allow: 'grader',
  subject: 'rubric',
  summary: 'Versions of a rubric',
  description: 'Every wording of every version that was published, the newest first.',
  params: rubricParams,
  query: Type.Object(pageQuery),
  pageKey: [versionNumber('The version.'), versionNumber('The wording.')],
  example: { params: { rubricId: rubricIds.published }, query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of versions.',
      schema: pageOf(rubricVersion),
      example: { items: [rubricVersionExample], nextCursor: null },
    },
  },
})
