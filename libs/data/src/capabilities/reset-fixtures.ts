import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { lockExercise } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'

const reset = Type.Object({ assessments: Type.Integer(), feedback: Type.Integer(), deliveries: Type.Integer() })
type FixtureReset = Static<typeof reset>

const lockFixtureSubmissionsRow = Type.Object({ submissionId: Type.Integer() })

/**
 * Deletes assessments, feedback, results and deliveries of all fixtures of an exercise, or of one fixture, and puts back into
 * the queue what nothing supersedes. It never changes a submission that is not a fixture, nor a delivery that is being sent.
 * Four statements.
 */
export async function resetFixtures(
  tx: Tx,
  {
    courseId,
    exerciseId,
    submissionId,
  }: {
    readonly courseId: number
    readonly exerciseId: number
    readonly submissionId: number | null
  },
): Promise<FixtureReset> {
  // Waits for registrations, assessments and workers that are changing these rows at this moment.
  await lockExercise(tx, { courseId, exerciseId })
  await tx.any(read('lockFixtureDeliveries')`
    SELECT
    FROM delivery
    WHERE delivery.fixture AND delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint
      AND (${submissionId}::bigint IS NULL OR delivery.submission_id = ${submissionId}::bigint)
    ORDER BY delivery.ordinal
    FOR UPDATE
  `)
  const chosen = await tx.any(read('lockFixtureSubmissions', lockFixtureSubmissionsRow)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.fixture AND submission.course_id = ${courseId}::bigint AND submission.exercise_id = ${exerciseId}::bigint
      AND (${submissionId}::bigint IS NULL OR submission.submission_id = ${submissionId}::bigint)
      AND NOT EXISTS (
        SELECT FROM delivery
        WHERE delivery.submission_id = submission.submission_id AND (delivery.state = 'sending' OR NOT delivery.fixture)
      )
      AND NOT EXISTS (
        SELECT FROM completed_result
        WHERE completed_result.submission_id = submission.submission_id AND NOT completed_result.fixture
      )
      AND NOT EXISTS (
        SELECT FROM assessment WHERE assessment.submission_id = submission.submission_id AND NOT assessment.fixture
      )
    ORDER BY submission.submission_id
    FOR UPDATE
  `)
  return await deleteWork(
    tx,
    chosen.map((row) => row.submissionId),
  )
}

/** It is one statement, since the foreign keys ask for the opposite of the order of locks. */
async function deleteWork(tx: Tx, submissionIds: readonly number[]): Promise<FixtureReset> {
  const chosen = sql.fragment`ANY (${bigints(submissionIds)})`
  return await tx.one(write('resetFixtures', reset)`
    WITH deleted_delivery AS (
      DELETE FROM delivery WHERE delivery.submission_id = ${chosen} AND delivery.state <> 'sending' RETURNING delivery.id
    ),
    waiting AS (
      UPDATE submission
      SET held_until = NULL, postponed_at = NULL,
        -- A submission without submitters is no longer assessed.
        in_queue = submission.superseded_by IS NULL AND EXISTS (
          SELECT FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id
        )
      WHERE submission.submission_id = ${chosen}
    ),
    unused AS (UPDATE capability SET used_at = NULL WHERE capability.submission_id = ${chosen}),
    deleted_assessment AS (
      DELETE FROM assessment WHERE assessment.submission_id = ${chosen} RETURNING assessment.id
    ),
    deleted_result AS (DELETE FROM completed_result WHERE completed_result.submission_id = ${chosen}),
    deleted_feedback AS (DELETE FROM feedback WHERE feedback.submission_id = ${chosen} RETURNING feedback.id)
    SELECT (SELECT count(*) FROM deleted_assessment) AS assessments, (SELECT count(*) FROM deleted_feedback) AS feedback,
      (SELECT count(*) FROM deleted_delivery) AS deliveries
  `)
}
