import type { MigrationEffect } from '@course-grading/domain/assessments/migrate-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { cancelDeliveries } from '../delivery/cancel-deliveries.ts'
import { insertedSteps } from '../history/insert-assessment-events.ts'
import { insertDeliveries } from '../delivery/insert-deliveries.ts'
import { lockPeople } from '../db/lock-order.ts'
import { newId } from '../db/new-id.ts'
import { read, write } from '../db/row.ts'
import { bigints, uuids } from '../db/sql-arrays.ts'
import { planLifetime } from './migration-rows.ts'

interface MigrationRun {
  readonly migrationId: string
  readonly rubricId: string
  readonly courseId: number
  readonly byUserId: number
}

const lockRubricMigrationRow = Type.Object({
  state: Type.Unsafe<'planning' | 'ready' | 'run'>({ type: 'string' }),
  isExpired: Type.Boolean(),
})
const lockDeliveriesToMigrateRow = Type.Object({
  id: Type.String(),
  state: Type.Unsafe<DeliveryState>({ type: 'string' }),
  submissionId: Type.Integer(),
})
const lockSubmissionsToMigrateRow = Type.Object({
  submissionId: Type.Integer(),
  effect: Type.Unsafe<MigrationEffect>({ type: 'string' }),
})
const verifyRubricMigrationRow = Type.Object({ isStale: Type.Boolean() })

const concernedBy = (migrationId: string) => sql.fragment`
  SELECT rubric_migration_row.assessment_id, rubric_migration_row.submission_id, rubric_migration_row.revision,
    rubric_migration_row.result_id, rubric_migration_row.from_version, rubric_migration_row.effect, rubric_migration_row.points_after,
    rubric_migration_row.max_points, rubric_migration_row.scores, rubric_migration_row.changed_criteria,
    rubric_migration_row.feedback_html, rubric_migration_row.payload, rubric_migration_row.student_text,
    rubric_migration_row.parts, rubric_migration.rubric_id, rubric_migration.to_version, rubric_migration.to_wording
  FROM rubric_migration
  JOIN rubric_migration_row ON rubric_migration_row.migration_id = rubric_migration.id AND NOT rubric_migration_row.is_blocked
  WHERE rubric_migration.id = ${migrationId}::uuid`

/**
 * Writes everything that a plan has stored, except what was blocked, or nothing at all. Nothing is sent: the delivery of a result with
 * other points is held.
 * @throws DomainError not_found; not_in_state if the plan was run before, or its hour has passed; revision_conflict if an assessment
 * changed since, or its grade is on its way
 */
export async function migrateAssessments(tx: Tx, run: MigrationRun): Promise<void> {
  const { migrationId } = run
  await lockPeople(tx, run.courseId, 'shared')
  const plan = await tx.maybeOne(read('lockRubricMigration', lockRubricMigrationRow)`
    SELECT rubric_migration.state, rubric_migration.created_at <= clock_timestamp() - ${planLifetime} AS is_expired
    FROM rubric_migration
    WHERE rubric_migration.id = ${migrationId}::uuid AND rubric_migration.rubric_id = ${run.rubricId}::uuid
    FOR UPDATE
  `)
  if (plan === null || plan.state === 'planning') throw new DomainError('not_found')
  if (plan.state === 'run' || plan.isExpired)
    throw new DomainError('not_in_state', { detail: plan.state === 'run' ? 'run' : 'expired' })
  const deliveries = await tx.any(read('lockDeliveriesToMigrate', lockDeliveriesToMigrateRow)`
    SELECT delivery.id, delivery.state, delivery.submission_id
    FROM delivery
    WHERE delivery.state NOT IN ('delivered', 'cancelled')
      AND delivery.submission_id IN (SELECT concerned.submission_id FROM (${concernedBy(migrationId)}) AS concerned)
    ORDER BY delivery.ordinal
    FOR NO KEY UPDATE
  `)
  const submissions = await tx.any(read('lockSubmissionsToMigrate', lockSubmissionsToMigrateRow)`
    SELECT submission.submission_id, concerned.effect
    FROM submission
    JOIN (${concernedBy(migrationId)}) AS concerned ON concerned.submission_id = submission.submission_id
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE OF submission
  `)
  const lockedIds = deliveries.map(({ id }) => id)
  if (await isStale(tx, migrationId, lockedIds)) throw new DomainError('revision_conflict')
  const having = (...effects: MigrationEffect[]) =>
    submissions.filter(({ effect }) => effects.includes(effect)).map(({ submissionId }) => submissionId)
  const withdrawn = new Set(having('result', 'reopened'))
  await cancelDeliveries(
    tx,
    deliveries.filter(({ submissionId }) => withdrawn.has(submissionId)),
    { as: 'migrated', byUserId: run.byUserId },
  )
  const reopened = having('reopened')
  if (reopened.length > 0)
    await tx.query(write('returnToQueueByMigration')`
      UPDATE submission SET in_queue = TRUE
      WHERE submission.submission_id = ANY (${bigints(reopened)}) AND submission.superseded_by IS NULL AND NOT submission.gone
    `)
  await recordMoves(tx, run)
  await moveAssessments(tx, migrationId)
  await withdrawResults(tx, migrationId)
  await insertResults(tx, run, having('result'))
  await tx.query(write('markMigrationRun')`
    UPDATE rubric_migration SET state = 'run', run_at = clock_timestamp() WHERE rubric_migration.id = ${migrationId}::uuid
  `)
}

async function isStale(tx: Tx, migrationId: string, lockedIds: readonly string[]): Promise<boolean> {
  const row = await tx.maybeOne(read('verifyRubricMigration', verifyRubricMigrationRow)`
    SELECT EXISTS (
      SELECT
      FROM (${concernedBy(migrationId)}) AS concerned
      JOIN assessment ON assessment.id = concerned.assessment_id
      WHERE assessment.revision <> concerned.revision OR assessment.rubric_id IS DISTINCT FROM concerned.rubric_id
        OR assessment.rubric_version <> concerned.from_version
        OR (assessment.state = 'in_progress') <> (concerned.effect = 'scores')
        OR concerned.result_id IS DISTINCT FROM (
          SELECT completed_result.id
          FROM completed_result
          WHERE completed_result.submission_id = concerned.submission_id AND completed_result.withdrawn_at IS NULL
        )
        OR EXISTS (
          SELECT
          FROM delivery
          WHERE delivery.submission_id = concerned.submission_id AND (
            delivery.state IN ('sending', 'ambiguous')
            -- A registration or a release has made it since the deliveries were locked.
            OR (delivery.state NOT IN ('delivered', 'cancelled') AND delivery.id <> ALL (${uuids(lockedIds)}))
          )
        )
    ) AS is_stale
  `)
  return row?.isStale !== false
}

async function withdrawResults(tx: Tx, migrationId: string): Promise<void> {
  await tx.query(write('withdrawMigratedResults')`
    UPDATE completed_result SET withdrawn_at = clock_timestamp()
    FROM (${concernedBy(migrationId)}) AS concerned
    WHERE completed_result.id = concerned.result_id AND completed_result.withdrawn_at IS NULL
      AND concerned.effect IN ('result', 'reopened')
  `)
}

/** The moves are recorded before they are made, while the assessments still have the points from before. */
async function recordMoves(tx: Tx, { migrationId, byUserId }: MigrationRun): Promise<void> {
  await tx.query(write('recordMoves')`
    WITH step AS (
      SELECT assessment.id AS assessment_id, 'migrated' AS event, ${byUserId}::bigint AS by_user_id, assessment.revision AS from_revision,
        assessment.revision + 1 AS to_revision, assessment.points AS points_before, concerned.points_after, NULL AS reason,
        json_build_object(
          'scores', concerned.scores, 'adjustment', assessment.adjustment, 'privateNote', assessment.private_note
        ) AS judgement, NULL::bigint[] AS before_submitter_ids, NULL::bigint[] AS after_submitter_ids
      FROM (${concernedBy(migrationId)}) AS concerned
      JOIN assessment ON assessment.id = concerned.assessment_id
    )
    ${insertedSteps}
  `)
}

async function moveAssessments(tx: Tx, migrationId: string): Promise<void> {
  await tx.query(write('moveAssessments')`
    UPDATE assessment
    SET revision = assessment.revision + 1, rubric_version = concerned.to_version, scores = concerned.scores,
      points = concerned.points_after, updated_at = clock_timestamp(),
      part_revisions = (assessment.part_revisions::jsonb || coalesce((
        SELECT jsonb_object_agg('scores.' || criterion.id, assessment.revision + 1)
        FROM unnest(concerned.changed_criteria) AS criterion (id)
      ), '{}'))::json,
      state = CASE concerned.effect WHEN 'reopened' THEN 'in_progress' ELSE assessment.state END,
      completed_at = CASE concerned.effect WHEN 'reopened' THEN NULL ELSE assessment.completed_at END,
      rubric_wording = CASE WHEN concerned.effect IN ('version', 'result') THEN concerned.to_wording END
    FROM (${concernedBy(migrationId)}) AS concerned
    WHERE assessment.id = concerned.assessment_id
  `)
}

async function insertResults(
  tx: Tx,
  { migrationId, byUserId }: MigrationRun,
  submissionIds: readonly number[],
): Promise<void> {
  const resultIds = submissionIds.map(newId)
  await tx.query(write('insertMigratedResults')`
    INSERT INTO completed_result (
      id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_by, created_at, fixture,
      assessment_id, rubric_id, rubric_version, rubric_wording, scores, adjustment, feedback_revision, student_text,
      parts
    )
    SELECT given.result_id, before.submission_id, before.course_id, before.exercise_id, concerned.points_after,
      concerned.max_points, concerned.feedback_html, concerned.payload, before.created_by, clock_timestamp(), before.fixture,
      before.assessment_id, concerned.rubric_id, concerned.to_version, concerned.to_wording, concerned.scores, before.adjustment,
      before.feedback_revision, concerned.student_text, concerned.parts
    FROM unnest(${bigints(submissionIds)}, ${uuids(resultIds)}) AS given (submission_id, result_id)
    CROSS JOIN LATERAL (
      SELECT concerned.result_id, concerned.points_after, concerned.max_points, concerned.feedback_html, concerned.payload,
        concerned.rubric_id, concerned.to_version, concerned.to_wording, concerned.scores, concerned.student_text, concerned.parts
      FROM (${concernedBy(migrationId)}) AS concerned
      WHERE concerned.submission_id = given.submission_id
      LIMIT 1
    ) AS concerned
    CROSS JOIN LATERAL (
      SELECT completed_result.submission_id, completed_result.course_id, completed_result.exercise_id, completed_result.created_by,
        completed_result.fixture, completed_result.assessment_id, completed_result.adjustment, completed_result.feedback_revision
      FROM completed_result
      WHERE completed_result.id = concerned.result_id
      LIMIT 1
    ) AS before
  `)
  await insertDeliveries(tx, resultIds, { state: 'held', byUserId })
}
