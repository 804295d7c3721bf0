import { DomainError } from '@course-grading/domain/errors/domain-error'
import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { nullable, read } from '../db/row.ts'
import type { Claimer } from './begin-claim.ts'

const holdings = Type.Object({
  isListed: Type.Boolean(),
  /** An assessment that the grader was offered and has not saved. */
  offeredId: nullable(Type.String()),
  claims: Type.Integer(),
  maxOpenClaims: Type.Integer(),
})
type Holdings = Static<typeof holdings>

/** Counts claims whose lease has not ended. Call `lockGrader` first. */
export async function findHoldings(
  tx: Tx,
  { courseId, exerciseId, graderId }: Pick<Claimer, 'courseId' | 'exerciseId' | 'graderId'>,
): Promise<Holdings> {
  return await tx.one(read('findHoldings', holdings)`
    SELECT EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id = ${exerciseId}::bigint AND manual_grading_exercise.course_id = ${courseId}::bigint
      ) AS is_listed, held.offered_id, held.claims, coalesce((
        SELECT exercise_grading.max_open_claims
        FROM exercise_grading
        WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
      ), 5) AS max_open_claims
    FROM (
      SELECT count(*) AS claims,
        (array_agg(assessment.id ORDER BY assessment.claimed_at, assessment.id) FILTER (WHERE assessment.is_offered))[1] AS offered_id
      FROM assessment
      WHERE assessment.holder_id = ${graderId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
        AND assessment.course_id = ${courseId}::bigint AND assessment.lease_until > clock_timestamp()
    ) AS held
  `)
}

/** @throws DomainError claim_limit */
export function requireRoomForClaim({ claims, maxOpenClaims }: Holdings): void {
  if (claims >= maxOpenClaims)
    throw new DomainError('claim_limit', { detail: `You hold ${claims} submissions of at most ${maxOpenClaims}.` })
}
