import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { pageQuery, recordKey } from '../schemas/paging.ts'
import { rubricIds } from './rubric-examples.ts'
import {
  migrationEffects,
  migrationIds,
  migrationParams,
  rubricMigrationExample,
  rubricMigrationPage,
} from './rubric-migration.ts'

export const getRubricMigration = defineOperation({
  method: 'get',
  path: '/rubrics/{rubricId}/migrations/{migrationId}',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Get a plan to take assessments to another version',
  description: 'The totals of the plan, and a page of the effects on single assessments.',
  params: migrationParams,
  query: Type.Object({
    effect: Type.Optional(
      Type.Enum([...migrationEffects], { type: 'string', description: 'Only items with this effect.' }),
    ),
    ...pageQuery,
  }),
  pageKey: recordKey,
  example: {
    params: { rubricId: rubricIds.finished, migrationId: migrationIds.ready },
    query: { effect: 'result', limit: 50 },
  },
  replies: {
    200: {
      description: 'The plan, and a page of its effects.',
      schema: rubricMigrationPage,
      example: {
        ...rubricMigrationExample,
        items: [
          {
            assessmentId: '019ea3f2-7400-7b10-8c2d-3e4f5a6b7c02',
            exerciseId: 1103,
            submissionId: 9102,
            submitters: [{ userId: 202, fullName: 'Eero Demonen 2', alias: false }],
            effect: 'result',
            fromVersion: 1,
            pointsBefore: 17,
            pointsAfter: 16.5,
            maxPointsBefore: 20,
            maxPointsAfter: 20,
            shownChanged: true,
            dropped: [{ path: '$.scores.faults.checks.copied', code: 'unknown_check' }],
            droppedCount: 1,
            blocked: false,
            delivered: false,
          },
        ],
        nextCursor: null,
      },
    },
  },
})
