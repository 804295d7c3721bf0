import { defineOperation } from '../operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { migrationIds, migrationParams, rubricMigration, rubricMigrationExample } from './rubric-migration.ts'

export const runRubricMigration = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/migrations/{migrationId}/run',
  tag: 'rubrics',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Take assessments to another version as planned',
  description: [
    'Everything that the plan has stored, but what was blocked; or nothing, where an assessment has changed since or its grade is on its',
    'way: 412. Where points change, the grade that was not sent is cancelled and another one is held, for a teacher to release; nothing',
    'is sent by this itself. A plan that was run before, or is older than an hour, is `not_in_state`.',
  ].join(' '),
  params: migrationParams,
  example: { params: { rubricId: rubricIds.finished, migrationId: migrationIds.unrun } },
  replies: {
    200: {
      description: 'It is done.',
      schema: rubricMigration,
      example: { ...rubricMigrationExample, state: 'run', runAt: '2026-11-02T11:05:00.000Z' },
    },
  },
  problems: ['not_in_state', 'revision_conflict'],
  timeLimitMs: 60_000,
})
