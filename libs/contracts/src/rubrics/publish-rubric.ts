import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

const publishedRubric = Type.Object(
  {
    version: Type.Integer({ minimum: 1 }),
    wording: Type.Integer({ minimum: 1 }),
    structureChanged: Type.Boolean({ description: 'Whether this made a new version, and not only a new wording.' }),
    openAssessments: Type.Integer({
      minimum: 0,
      description: 'The number of assessments in progress by older versions.',
    }),
  },
  { title: 'PublishedRubric', description: 'What was published.' },
)

export const publishRubric = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/publish',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Publish the draft of a rubric',
  description: [
    'A change of the structure (ids and their order, kinds, points, limits, what is required, what students see, rounding) makes the next',
    'version, with wording 1. A change of only texts makes the next wording of the latest version, which assessments in progress show at once.',
    'Without a draft, or with one that equals the latest version, the reply is 409 `not_in_state`.',
  ].join(' '),
  params: rubricParams,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.published }, revision: 3 },
  replies: {
    200: {
      description: 'The draft is the latest version.',
      schema: publishedRubric,
      etag: true,
      example: { version: 2, wording: 1, structureChanged: true, openAssessments: 0 },
    },
  },
  problems: ['not_in_state'],
})
