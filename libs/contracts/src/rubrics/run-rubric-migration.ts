import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { migrationIds, migrationParams, rubricMigration, rubricMigrationExample } from './rubric-migration.ts'

export const runRubricMigration = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/migrations/{migrationId}/run',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Take assessments to another version as planned',
  description: [
    'Applies the plan to its assessments, except the blocked ones. If an assessment has changed since the plan was made, or its grade',
    'is on its way, no assessment is changed, and the reply is 412. Where the points or the maximum of a result change, its unsent grade is',
    'cancelled and a new one is held until a teacher releases it; the run itself sends nothing. A plan that was run before, or is older',
    'than an hour, is `not_in_state`.',
  ].join(' '),
  params: migrationParams,
  example: { params: { rubricId: rubricIds.finished, migrationId: migrationIds.unrun } },
  replies: {
    200: {
      description: 'The plan, which has been run.',
      schema: rubricMigration,
      example: { ...rubricMigrationExample, state: 'run', runAt: '2026-11-02T11:05:00.000Z' },
    },
  },
  problems: ['not_in_state', 'revision_conflict'],
  timeLimitMs: 60_000,
})
