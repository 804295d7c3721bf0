import type { ReleasableAssessment } from '@course-grading/domain/grading/plan-release'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { isDeliverable } from '../delivery/is-deliverable.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { nullable, read } from '../db/row.ts'
import { bigints, uuids } from '../db/sql-arrays.ts'

const deliveryRow = Type.Object({ id: Type.String() })
const submissionRow = Type.Object({ submissionId: Type.Integer() })
const findReleasableRow = Type.Object({
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
})

interface Chosen extends ExerciseOfCourse {
  /** Null selects all. */
  readonly assessmentIds: readonly string[] | null
}

interface Releasable {
  readonly deliveryIds: readonly string[]
  readonly submissionIds: readonly number[]
}

export interface ReleasableRow extends ReleasableAssessment {
  readonly revision: number
  readonly points: number
  readonly resultId: string | null
}

const isChosen = ({ assessmentIds }: Chosen, submissionId: FragmentSqlToken) => sql.fragment`(
  ${assessmentIds === null} OR ${submissionId} IN (
    SELECT assessment.submission_id FROM assessment WHERE assessment.id = ANY (${uuids(assessmentIds ?? [])})
  )
)`

const heldDeliveries = (chosen: Chosen) => sql.fragment`
  SELECT delivery.id
  FROM delivery
  WHERE delivery.course_id = ${chosen.courseId}::bigint AND delivery.exercise_id = ${chosen.exerciseId}::bigint
    AND delivery.state = 'held' AND ${isChosen(chosen, sql.fragment`delivery.submission_id`)}
  ORDER BY delivery.ordinal`

const unreleasedSubmissions = (chosen: Chosen) => sql.fragment`
  SELECT completed_result.submission_id
  FROM completed_result
  WHERE completed_result.course_id = ${chosen.courseId}::bigint AND completed_result.exercise_id = ${chosen.exerciseId}::bigint
    AND completed_result.withdrawn_at IS NULL AND completed_result.released_at IS NULL
    AND ${isChosen(chosen, sql.fragment`completed_result.submission_id`)}
  UNION
  SELECT delivery.submission_id
  FROM delivery
  WHERE delivery.course_id = ${chosen.courseId}::bigint AND delivery.exercise_id = ${chosen.exerciseId}::bigint
    AND delivery.state = 'held' AND ${isChosen(chosen, sql.fragment`delivery.submission_id`)}`

/** Locks held deliveries, and submissions with one or with an unreleased result, so that these change before or after the release. */
export async function lockReleasable(tx: Tx, chosen: Chosen): Promise<Releasable> {
  const deliveries = await tx.any(read('lockHeldDeliveries', deliveryRow)`${heldDeliveries(chosen)} FOR NO KEY UPDATE`)
  const submissions = await tx.any(read('lockSubmissionsToRelease', submissionRow)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = ANY (ARRAY(${unreleasedSubmissions(chosen)}))
    ORDER BY submission.submission_id
    FOR NO KEY UPDATE
  `)
  return releasable(deliveries, submissions)
}

/** What `lockReleasable` returns, without a lock. */
export async function listReleasable(db: Db, chosen: Chosen): Promise<Releasable> {
  const deliveries = await db.any(read('listHeldDeliveries', deliveryRow)`${heldDeliveries(chosen)}`)
  const submissions = await db.any(read('listSubmissionsToRelease', submissionRow)`${unreleasedSubmissions(chosen)}`)
  return releasable(deliveries, submissions)
}

const releasable = (
  deliveries: readonly Static<typeof deliveryRow>[],
  submissions: readonly Static<typeof submissionRow>[],
): Releasable => ({
  deliveryIds: deliveries.map(({ id }) => id),
  submissionIds: submissions.map(({ submissionId }) => submissionId),
})

export async function findReleasable(
  db: Db,
  { courseId, exerciseId, assessmentIds }: Chosen,
  found: Releasable,
): Promise<readonly ReleasableRow[]> {
  const rows = await db.any(read('findReleasable', findReleasableRow)`
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
      assessment.submission_id = ANY (${bigints(found.submissionIds)})
      OR assessment.id = ANY (${uuids(assessmentIds ?? [])})
    )
  `)
  const submissionIds = new Set(found.submissionIds)
  const deliveryIds = new Set(found.deliveryIds)
  return rows.map((row) => ({
    ...row,
    isLocked: submissionIds.has(row.submissionId),
    isHeldSince: row.heldDeliveryId !== null && !deliveryIds.has(row.heldDeliveryId),
  }))
}
