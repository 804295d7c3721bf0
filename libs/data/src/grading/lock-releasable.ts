import type { ReleasableAssessment } from '@course-grading/domain/grading/plan-release'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { isDeliverable } from '../delivery/is-deliverable.ts'
import type { ExerciseOfCourse } from '../lock-order.ts'
import { nullable, statement } from '../row.ts'
import { bigints, uuids } from '../sql-arrays.ts'

const lockDeliveries = statement('lockHeldDeliveries', Type.Object({ id: Type.String() }))
const lockSubmissions = statement('lockSubmissionsToRelease', Type.Object({ submissionId: Type.Integer() }))
const find = statement(
  'findReleasable',
  Type.Object({
    id: Type.String(),
    submissionId: Type.Integer(),
    revision: Type.Integer(),
    points: Type.Number(),
    isCompleted: Type.Boolean(),
    resultId: nullable(Type.String()),
    isReleased: Type.Boolean(),
    wasReleased: Type.Boolean(),
    heldDeliveryId: nullable(Type.String()),
    isDeliverable: Type.Boolean(),
  }),
)

interface Chosen extends ExerciseOfCourse {
  /** Null selects all. */
  readonly assessmentIds: readonly string[] | null
}

interface LockedRelease {
  readonly deliveryIds: readonly string[]
  readonly submissionIds: readonly number[]
}

export interface ReleasableRow extends ReleasableAssessment {
  readonly revision: number
  readonly points: number
  readonly resultId: string | null
}

/** Locks what has a held delivery or an unreleased result. Completions, registrations and reopenings come before or after the release. */
export async function lockReleasable(tx: Tx, { courseId, exerciseId, assessmentIds }: Chosen): Promise<LockedRelease> {
  const isChosen = (submissionId: FragmentSqlToken) => sql.fragment`(${assessmentIds === null} OR ${submissionId} IN (
    SELECT assessment.submission_id FROM assessment WHERE assessment.id = ANY (${uuids(assessmentIds ?? [])})
  ))`
  const deliveries = await tx.any(lockDeliveries`
    SELECT delivery.id
    FROM delivery
    WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint AND delivery.state = 'held'
      AND ${isChosen(sql.fragment`delivery.submission_id`)}
    ORDER BY delivery.ordinal
    FOR NO KEY UPDATE
  `)
  const submissions = await tx.any(lockSubmissions`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id IN (
        SELECT completed_result.submission_id
        FROM completed_result
        WHERE completed_result.course_id = ${courseId}::bigint AND completed_result.exercise_id = ${exerciseId}::bigint
          AND completed_result.withdrawn_at IS NULL AND completed_result.released_at IS NULL
        UNION
        SELECT delivery.submission_id
        FROM delivery
        WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint AND delivery.state = 'held'
      )
      AND ${isChosen(sql.fragment`submission.submission_id`)}
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE
  `)
  return {
    deliveryIds: deliveries.map(({ id }) => id),
    submissionIds: submissions.map(({ submissionId }) => submissionId),
  }
}

/** The assessments of the locked submissions, and those that were asked for by name. */
export async function findReleasable(
  tx: Tx,
  { courseId, exerciseId, assessmentIds }: Chosen,
  locked: LockedRelease,
): Promise<readonly ReleasableRow[]> {
  const rows = await tx.any(find`
    SELECT assessment.id, assessment.submission_id, assessment.revision, assessment.points::float8,
      assessment.state = 'completed' AS is_completed, standing.id AS result_id,
      standing.released_at IS NOT NULL AS is_released, EXISTS (
        SELECT
        FROM completed_result AS earlier
        WHERE earlier.assessment_id = assessment.id AND earlier.released_at IS NOT NULL
      ) AS was_released,
      held.id AS held_delivery_id, ${isDeliverable(sql.fragment`assessment.submission_id`)} AS is_deliverable
    FROM assessment
    LEFT JOIN completed_result AS standing ON standing.assessment_id = assessment.id AND standing.withdrawn_at IS NULL
    LEFT JOIN delivery AS held ON held.submission_id = assessment.submission_id AND held.state = 'held'
    WHERE assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint AND (
      assessment.submission_id = ANY (${bigints(locked.submissionIds)})
      OR assessment.id = ANY (${uuids(assessmentIds ?? [])})
    )
  `)
  const submissionIds = new Set(locked.submissionIds)
  const deliveryIds = new Set(locked.deliveryIds)
  return rows.map((row) => ({
    ...row,
    isLocked: submissionIds.has(row.submissionId),
    isHeldSince: row.heldDeliveryId !== null && !deliveryIds.has(row.heldDeliveryId),
  }))
}
