import { sql } from 'slonik'
import Type from 'typebox'
import {
  decideForLockedExercises,
  decideForSubmitters,
  lockSubmissionsOfSubmitters,
} from '../submissions/decide-superseded.ts'
import type { Db, Tx } from '../db/db.ts'
import { type ExerciseOfCourse, lockExercise, lockStoredSubmission, lockSubmitters } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
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
  readonly after: number | null
  readonly limit: number
}

/** Course and exercise, where given, must be those of the submission. */
interface CapabilityOf {
  readonly submissionId: number
  readonly courseId: number | null
  readonly exerciseId: number | null
}

type DeleteCapabilityOutcome = 'deleted' | 'not_found' | 'delivery_pending' | 'delivery_ambiguous'

const hasCapabilityRow = Type.Object({ submissionId: Type.Integer() })
const lockOpenDeliveriesRow = Type.Object({ submissionId: Type.Integer() })
const lockOpenDeliveriesOfExerciseRow = Type.Object({ submissionId: Type.Integer() })
const lockCapabilityRow = Type.Object({ submissionId: Type.Integer() })
const lockCapabilitiesRow = Type.Object({ submissionId: Type.Integer(), isRegistered: Type.Boolean() })
const findUnfinishedDeliveryRow = Type.Object({ ambiguous: Type.Boolean() })
const deleteCapabilitiesRow = Type.Object({ deleted: Type.Integer() })

export async function selectCapabilities(db: Db, query: CapabilityQuery): Promise<readonly StoredCapability[]> {
  const rows = await db.any(read('listCapabilities', capabilityRow)`
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

export async function hasCapability(db: Db, of: CapabilityOf): Promise<boolean> {
  return (
    (await db.maybeOne(read('hasCapability', hasCapabilityRow)`
    SELECT capability.submission_id FROM capability WHERE ${isOf(of)}
  `)) !== null
  )
}

/** Keeps a capability whose URL a pending, sending or ambiguous delivery needs. What the submission superseded is decided again. */
export async function deleteCapabilityRow(tx: Tx, of: CapabilityOf): Promise<DeleteCapabilityOutcome> {
  const stored = await lockStoredSubmission(tx, of.submissionId)
  if (stored === null) return 'not_found'
  const { submissionId } = stored
  const only = { ...stored, submissionIds: [submissionId] }
  const concerned = { ...only, submitterIds: await lockSubmitters(tx, only, []) }
  // Waits for a worker or a person who is changing the delivery. From here on nobody can change it.
  await tx.any(read('lockOpenDeliveries', lockOpenDeliveriesRow)`
    SELECT delivery.submission_id
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state NOT IN ('delivered', 'cancelled')
    FOR NO KEY UPDATE
  `)
  await lockSubmissionsOfSubmitters(tx, concerned, 'delete')
  const locked = await tx.maybeOne(read('lockCapability', lockCapabilityRow)`
    SELECT capability.submission_id
    FROM capability
    WHERE ${isOf(of)} AND ${isOf(stored)}
    FOR UPDATE
  `)
  if (locked === null) return 'not_found'
  const delivery = await tx.maybeOne(read('findUnfinishedDelivery', findUnfinishedDeliveryRow)`
    SELECT delivery.state = 'ambiguous' AS ambiguous
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state IN ('pending', 'sending', 'ambiguous')
  `)
  if (delivery !== null) return delivery.ambiguous ? 'delivery_ambiguous' : 'delivery_pending'
  if ((await deleteLocked(tx, [submissionId])) === 0) return 'delivery_pending'
  await decideForSubmitters(tx, concerned)
  return 'deleted'
}

/** Keeps capabilities with a delivery that is pending, sending or ambiguous. */
export async function deleteCapabilityRows(
  tx: Tx,
  { courseId, exerciseId }: ExerciseOfCourse,
): Promise<{ readonly deleted: number; readonly kept: number }> {
  await lockExercise(tx, { courseId, exerciseId })
  await tx.any(read('lockOpenDeliveriesOfExercise', lockOpenDeliveriesOfExerciseRow)`
    SELECT delivery.submission_id
    FROM delivery
    WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint
      AND delivery.state NOT IN ('delivered', 'cancelled')
    ORDER BY delivery.ordinal
    FOR NO KEY UPDATE
  `)
  // Submissions without a capability are locked, too, by id: it is decided below whether they are superseded.
  const locked = await tx.any(read('lockCapabilities', lockCapabilitiesRow)`
    SELECT submission.submission_id, capability.submission_id IS NOT NULL AND capability.deleted_at IS NULL AS is_registered
    FROM submission
    LEFT JOIN capability ON capability.submission_id = submission.submission_id
    WHERE submission.course_id = ${courseId}::bigint AND submission.exercise_id = ${exerciseId}::bigint
    ORDER BY submission.submission_id
    FOR UPDATE OF submission
  `)
  const registered = locked.filter(({ isRegistered }) => isRegistered).map(({ submissionId }) => submissionId)
  const deleted = await deleteLocked(tx, registered)
  await decideForLockedExercises(tx, { courseId, exerciseIds: [exerciseId] })
  return { deleted, kept: registered.length - deleted }
}

/** The caller's locks keep assessments from being completed meanwhile, and show those that were completed before. */
async function deleteLocked(tx: Tx, submissionIds: readonly number[]): Promise<number> {
  const row = await tx.one(write('deleteCapabilities', deleteCapabilitiesRow)`
    WITH chosen AS (
      SELECT submission.submission_id,
        EXISTS (SELECT FROM assessment WHERE assessment.submission_id = submission.submission_id)
          OR EXISTS (SELECT FROM completed_result WHERE completed_result.submission_id = submission.submission_id) AS begun
      FROM submission
      WHERE submission.submission_id = ANY (${bigints(submissionIds)})
        AND NOT EXISTS (
          SELECT FROM delivery
          WHERE delivery.submission_id = submission.submission_id AND delivery.state IN ('pending', 'sending', 'ambiguous')
        )
    ),
    erased AS (
      UPDATE capability SET sealed_url = NULL, deleted_at = clock_timestamp()
      FROM chosen
      WHERE chosen.begun AND capability.submission_id = chosen.submission_id
    ),
    -- Nothing may refer to what is deleted. What superseded these submissions is decided afterwards.
    not_superseded AS (
      UPDATE submission SET superseded_by = NULL
      FROM chosen
      WHERE NOT chosen.begun AND submission.superseded_by = chosen.submission_id
        AND submission.submission_id NOT IN (SELECT chosen.submission_id FROM chosen WHERE NOT chosen.begun)
    ),
    -- By cascade this deletes its submitters and its capability.
    deleted_submission AS (
      DELETE FROM submission USING chosen WHERE NOT chosen.begun AND submission.submission_id = chosen.submission_id
    )
    SELECT count(*) AS deleted FROM chosen
  `)
  return row.deleted
}
