import Type from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { includedStates, rubricMigration, rubricMigrationExample } from './rubric-migration.ts'
import { rubricParams, versionNumber } from './rubric.ts'

const migrationRequest = Type.Object(
  {
    toVersion: versionNumber('The version of the rubric that the assessments are taken to, in its newest wording.'),
    exerciseId: Type.Optional(upstreamId('Only assessments of this exercise.')),
    include: Type.Array(Type.Enum([...includedStates], { type: 'string' }), {
      minItems: 1,
      uniqueItems: true,
      description: 'The states of the assessments that the plan includes.',
    }),
  },
  { title: 'RubricMigrationRequest', additionalProperties: false, description: 'What is to be planned.' },
)

export const planRubricMigration = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/migrations',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Plan to take assessments to another version',
  description: [
    'Makes a plan for all assessments that were judged by another version of the rubric: it computes and stores the scores and points that',
    'each would have. The assessments do not change yet. More than 5,000 assessments are 400 with the issue `too_large` at `$.include`. A',
    'version that the rubric does not have is 400 with `invalid_value`. An assessment that changes meanwhile is left out. A plan expires',
    'after an hour. Each process makes one plan at a time; two more wait, and never a second one of the same person: 503 at once.',
  ].join(' '),
  params: rubricParams,
  body: migrationRequest,
  example: {
    params: { rubricId: rubricIds.finished },
    body: { toVersion: 1, include: ['in_progress', 'completed'] },
  },
  replies: {
    201: { description: 'The plan, with its totals.', schema: rubricMigration, example: rubricMigrationExample },
  },
  timeLimitMs: 120_000,
})
