import Type, { type Static } from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { instant, nullable, recordIdPattern } from '../schemas/paging.ts'
import { personRef } from '../schemas/person-ref.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const includedStates = ['in_progress', 'completed'] as const

export const migrationEffects = ['scores', 'version', 'result', 'reopened'] as const

const head = {
  migrationId: Type.String(),
  rubricId: Type.String(),
  toVersion: Type.Integer({ minimum: 1 }),
  exerciseId: nullable(upstreamId('The only exercise whose assessments the plan includes; null for all.')),
  include: Type.Array(Type.Enum([...includedStates], { type: 'string' })),
  state: Type.Enum(['ready', 'run'], { type: 'string' }),
  createdAt: instant('When the plan was begun.'),
  expiresAt: instant('When the plan expires and can no longer be run.'),
  runAt: nullable(instant('When it was run.')),
  assessments: count('The number of assessments in the plan.'),
  inProgress: count('The number of them in progress, whose scores are carried over.'),
  completed: count('The number of them that are completed.'),
  replaced: count('The number of results that are replaced, because their points or their maximum change.'),
  shownChanged: count('The number of them for which the learning platform would show other points than now.'),
  scoresDropped: count('The number of assessments that lose scores.'),
  reopened: count(
    'The number of completed assessments that lack something by the new version. They will be in progress again, and nobody holds them.',
  ),
  delivered: count('The number of assessments whose present grade has arrived on the learning platform.'),
  blocked: count(
    'The number of assessments whose grade is on its way, or may have arrived. The run leaves them as they are.',
  ),
}

export const rubricMigration = Type.Object(head, {
  title: 'RubricMigration',
  description: 'A plan to take assessments to another version of their rubric, with its totals.',
})
export type RubricMigration = Static<typeof rubricMigration>

const migrationItem = Type.Object(
  {
    assessmentId: Type.String(),
    exerciseId: upstreamId('The exercise.'),
    submissionId: upstreamId('The submission.'),
    submitters: Type.Array(personRef, { description: 'As in `SubmissionRow`.' }),
    effect: Type.Enum([...migrationEffects], {
      type: 'string',
      description:
        '`scores`: it is in progress, and its scores are carried over; `version`: its result stays; `result`: a new result replaces it; `reopened`: it will be in progress again.',
    }),
    fromVersion: Type.Integer({ minimum: 1 }),
    pointsBefore: Type.Number(),
    pointsAfter: Type.Number(),
    maxPointsBefore: Type.Number(),
    maxPointsAfter: Type.Number(),
    shownChanged: Type.Boolean({
      description: 'Whether a new result replaces it for which the learning platform would show other points than now.',
    }),
    dropped: Type.Array(
      Type.Object({ path: Type.String(), code: Type.String({ description: 'Why the version does not allow it.' }) }),
      { description: 'The first 50 parts of scores that are dropped.' },
    ),
    droppedCount: count('The number of all parts of scores that are dropped.'),
    blocked: Type.Boolean(),
    delivered: Type.Boolean(),
  },
  { title: 'RubricMigrationItem', description: 'The effect of a plan on one assessment.' },
)
export type RubricMigrationItem = Static<typeof migrationItem>

export const rubricMigrationPage = Type.Object(
  { ...head, items: Type.Array(migrationItem), nextCursor: nullable(Type.String()) },
  { title: 'RubricMigrationPage', description: 'A plan, and a page of its effects on single assessments.' },
)
export type RubricMigrationPage = Static<typeof rubricMigrationPage>

export const migrationParams = Type.Object({
  ...rubricParams.properties,
  migrationId: Type.String({ pattern: recordIdPattern, description: 'The plan.' }),
})

export const migrationIds = {
  ready: '019ea3f2-7500-7c10-8c2d-3e4f5a6b7c01',
  unrun: '019ea3f2-7500-7c10-8c2d-3e4f5a6b7c02',
} as const

export const rubricMigrationExample: RubricMigration = {
  migrationId: migrationIds.ready,
  rubricId: rubricIds.published,
  toVersion: 2,
  exerciseId: null,
  include: ['in_progress', 'completed'],
  state: 'ready',
  createdAt: '2026-11-02T11:00:00.000Z',
  expiresAt: '2026-11-02T12:00:00.000Z',
  runAt: null,
  assessments: 31,
  inProgress: 4,
  completed: 27,
  replaced: 12,
  shownChanged: 9,
  scoresDropped: 3,
  reopened: 1,
  delivered: 20,
  blocked: 1,
}
