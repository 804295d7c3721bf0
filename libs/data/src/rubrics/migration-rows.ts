import type { MigrationEffect } from '@course-grading/domain/assessments/migrate-assessment'
import type { DroppedScore } from '@course-grading/domain/rubrics/move-scores'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import { json, nullable } from '../db/row.ts'
import { submitters } from '../submissions/submission-rows.ts'

/** How much a plan changes. Blocked assessments are counted in the other numbers, too. */
const migrationTotals = Type.Object({
  assessments: Type.Integer(),
  inProgress: Type.Integer(),
  completed: Type.Integer(),
  /** Results whose points or maximum change; `shownChanged` counts those for which the learning platform would show other points. */
  replaced: Type.Integer(),
  shownChanged: Type.Integer(),
  /** Assessments that lose scores; `reopened` counts those that are in progress again. */
  scoresDropped: Type.Integer(),
  reopened: Type.Integer(),
  delivered: Type.Integer(),
  blocked: Type.Integer(),
})

export const totalColumns = sql.fragment`
  count(*) AS assessments, count(*) FILTER (WHERE rubric_migration_row.effect = 'scores') AS in_progress,
  count(*) FILTER (WHERE rubric_migration_row.effect <> 'scores') AS completed,
  count(*) FILTER (WHERE rubric_migration_row.effect = 'result') AS replaced,
  count(*) FILTER (WHERE rubric_migration_row.shown_changed) AS shown_changed,
  count(*) FILTER (WHERE rubric_migration_row.dropped_count > 0) AS scores_dropped,
  count(*) FILTER (WHERE rubric_migration_row.effect = 'reopened') AS reopened,
  count(*) FILTER (WHERE rubric_migration_row.was_delivered) AS delivered,
  count(*) FILTER (WHERE rubric_migration_row.is_blocked) AS blocked`

export const planLifetime = sql.fragment`interval '1 hour'`

export const storedMigration = Type.Object({
  migrationId: Type.String(),
  rubricId: Type.String(),
  toVersion: Type.Integer(),
  exerciseId: nullable(Type.Integer()),
  include: Type.Array(Type.Unsafe<'in_progress' | 'completed'>({ type: 'string' })),
  state: Type.Unsafe<'ready' | 'run'>({ type: 'string' }),
  createdAt: Type.String(),
  expiresAt: Type.String(),
  runAt: nullable(Type.String()),
  ...migrationTotals.properties,
})
export type StoredMigration = Static<typeof storedMigration>

export const migrationRow = Type.Object({
  assessmentId: Type.String(),
  exerciseId: Type.Integer(),
  submissionId: Type.Integer(),
  submitters,
  effect: Type.Unsafe<MigrationEffect>({ type: 'string' }),
  fromVersion: Type.Integer(),
  pointsBefore: Type.Number(),
  pointsAfter: Type.Number(),
  maxPointsBefore: Type.Number(),
  maxPointsAfter: Type.Number(),
  shownChanged: Type.Boolean(),
  dropped: json<DroppedScore[]>(),
  droppedCount: Type.Integer(),
  isBlocked: Type.Boolean(),
  wasDelivered: Type.Boolean(),
})
export type MigrationRow = Static<typeof migrationRow>
