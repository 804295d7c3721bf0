import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db.ts'
import { type ExerciseOfCourse, lockExercise, lockStoredSubmission } from '../lock-order.ts'
import { statement } from '../row.ts'
import {
  capabilityColumns,
  capabilityParts,
  capabilityRow,
  capabilityState,
  storedCapability,
  type StoredCapability,
} from './capability-rows.ts'

export interface CapabilityQuery {
  readonly courseId: number
  readonly exerciseId: number
  readonly state: StoredCapability['state'] | null
  /** The last submission id of the page before. */
  readonly after: number | null
  readonly limit: number
}

/** A capability; course and exercise must be its own where they are given. */
export interface CapabilityOf {
  readonly submissionId: number
  readonly courseId: number | null
  readonly exerciseId: number | null
}

export type DeleteCapabilityOutcome = 'deleted' | 'not_found' | 'delivery_pending' | 'delivery_ambiguous'

const list = statement('listCapabilities', capabilityRow)
const exists = statement('hasCapability', Type.Object({ submissionId: Type.Integer() }))
const lockDeliveries = statement('lockOpenDeliveries', Type.Object({ submissionId: Type.Integer() }))
const lockDeliveriesOfExercise = statement(
  'lockOpenDeliveriesOfExercise',
  Type.Object({ submissionId: Type.Integer() }),
)
const lockOne = statement('lockCapability', Type.Object({ submissionId: Type.Integer() }))
const lockMany = statement('lockCapabilities', Type.Object({ submissionId: Type.Integer() }))
const underWay = statement('findDeliveryUnderWay', Type.Object({ ambiguous: Type.Boolean() }))
const remove = statement('deleteCapabilities', Type.Object({ deleted: Type.Integer() }))

/** By submission id. */
export async function listCapabilities(db: Db, query: CapabilityQuery): Promise<readonly StoredCapability[]> {
  const rows = await db.any(list`
    SELECT ${capabilityColumns}
    FROM capability
    ${capabilityParts}
    WHERE capability.course_id = ${query.courseId}::bigint AND capability.exercise_id = ${query.exerciseId}::bigint
      AND capability.deleted_at IS NULL AND capability.submission_id > ${query.after ?? 0}::bigint
      AND (${query.state}::text IS NULL OR ${capabilityState} = ${query.state}::text)
    ORDER BY capability.submission_id
    LIMIT ${query.limit}::integer
  `)
  return rows.map(storedCapability)
}

const isOf = ({ submissionId, courseId, exerciseId }: CapabilityOf) => sql.fragment`
  capability.submission_id = ${submissionId}::bigint AND capability.deleted_at IS NULL
  AND (${courseId}::bigint IS NULL OR capability.course_id = ${courseId}::bigint)
  AND (${exerciseId}::bigint IS NULL OR capability.exercise_id = ${exerciseId}::bigint)`

/** Whether it is there, and was not deleted. */
export async function hasCapability(db: Db, of: CapabilityOf): Promise<boolean> {
  return (
    (await db.maybeOne(exists`
    SELECT capability.submission_id AS "submissionId" FROM capability WHERE ${isOf(of)}
  `)) !== null
  )
}

/**
 * Deletes a capability, and the queue entry too where nobody has begun the submission. Refused while its grade is on its way or may
 * have arrived: the URL is needed still. Five statements.
 */
export async function deleteCapability(tx: Tx, of: CapabilityOf): Promise<DeleteCapabilityOutcome> {
  const stored = await lockStoredSubmission(tx, of.submissionId)
  if (stored === null) return 'not_found'
  const { submissionId } = stored
  // What a worker or a person is just deciding is waited for; from here on nobody decides.
  await tx.any(lockDeliveries`
    SELECT delivery.submission_id AS "submissionId"
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state NOT IN ('delivered', 'cancelled')
    FOR NO KEY UPDATE
  `)
  const locked = await tx.maybeOne(lockOne`
    SELECT submission.submission_id AS "submissionId"
    FROM submission
    JOIN capability ON capability.submission_id = submission.submission_id
    WHERE ${isOf(of)} AND ${isOf(stored)}
    FOR UPDATE
  `)
  if (locked === null) return 'not_found'
  const under = await tx.maybeOne(underWay`
    SELECT delivery.state = 'ambiguous' AS ambiguous
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state IN ('pending', 'sending', 'ambiguous')
  `)
  if (under !== null) return under.ambiguous ? 'delivery_ambiguous' : 'delivery_pending'
  return (await deleteLocked(tx, [submissionId])) === 0 ? 'delivery_pending' : 'deleted'
}

/** All of an exercise but those whose grade is on its way or may have arrived. Four statements. */
export async function deleteCapabilities(
  tx: Tx,
  { courseId, exerciseId }: ExerciseOfCourse,
): Promise<{ readonly deleted: number; readonly kept: number }> {
  await lockExercise(tx, { courseId, exerciseId })
  await tx.any(lockDeliveriesOfExercise`
    SELECT delivery.submission_id AS "submissionId"
    FROM delivery
    WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint
      AND delivery.state NOT IN ('delivered', 'cancelled')
    ORDER BY delivery.ordinal
    FOR NO KEY UPDATE
  `)
  const locked = await tx.any(lockMany`
    SELECT submission.submission_id AS "submissionId"
    FROM submission
    JOIN capability ON capability.submission_id = submission.submission_id
    WHERE capability.course_id = ${courseId}::bigint AND capability.exercise_id = ${exerciseId}::bigint
      AND capability.deleted_at IS NULL
    ORDER BY submission.submission_id
    FOR UPDATE
  `)
  const deleted = await deleteLocked(
    tx,
    locked.map(({ submissionId }) => submissionId),
  )
  return { deleted, kept: locked.length - deleted }
}

/** Nobody completes one meanwhile; those who complete one of an exercise are waited for, and what they left is seen here. */
async function deleteLocked(tx: Tx, submissionIds: readonly number[]): Promise<number> {
  const row = await tx.maybeOne(remove`
    WITH doomed AS (
      SELECT submission.submission_id,
        EXISTS (SELECT FROM completed_result WHERE completed_result.submission_id = submission.submission_id) AS begun
      FROM submission
      WHERE submission.submission_id = ANY (${sql.array([...submissionIds], 'int8')})
        AND NOT EXISTS (
          SELECT FROM delivery
          WHERE delivery.submission_id = submission.submission_id AND delivery.state IN ('pending', 'sending', 'ambiguous')
        )
    ),
    erased AS (
      UPDATE capability SET sealed_url = NULL, deleted_at = clock_timestamp()
      FROM doomed
      WHERE doomed.begun AND capability.submission_id = doomed.submission_id
    ),
    -- With it go its submitters and its capability.
    forgotten AS (
      DELETE FROM submission USING doomed WHERE NOT doomed.begun AND submission.submission_id = doomed.submission_id
    )
    SELECT count(*) AS deleted FROM doomed
  `)
  return row?.deleted ?? 0
}
