import Type, { type Static } from 'typebox'
import type { Tx } from '../db.ts'
import { lockExercise } from '../lock-order.ts'
import { statement } from '../row.ts'

const reset = Type.Object({ assessments: Type.Integer(), feedback: Type.Integer(), deliveries: Type.Integer() })
type FixtureReset = Static<typeof reset>

const lock = statement('lockFixtureDeliveries', Type.Object({ id: Type.String() }))
const lockSubmissions = statement('lockFixtureSubmissions', Type.Object({ submissionId: Type.Integer() }))
const remove = statement('resetFixtures', reset)

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
  // Waits for registrations, assessments and workers that are changing these rows at this moment. The last statement sees what they
  // wrote.
  await lockExercise(tx, { courseId, exerciseId })
  await tx.any(lock`
    SELECT delivery.id
    FROM delivery
    WHERE delivery.fixture AND delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ${exerciseId}::bigint
      AND (${submissionId}::bigint IS NULL OR delivery.submission_id = ${submissionId}::bigint)
    ORDER BY delivery.ordinal
    FOR UPDATE
  `)
  await tx.any(lockSubmissions`
    SELECT submission.submission_id AS "submissionId"
    FROM submission
    WHERE submission.fixture AND submission.course_id = ${courseId}::bigint AND submission.exercise_id = ${exerciseId}::bigint
      AND (${submissionId}::bigint IS NULL OR submission.submission_id = ${submissionId}::bigint)
    ORDER BY submission.submission_id
    FOR UPDATE
  `)
  const row = await tx.maybeOne(remove`
    WITH chosen AS (
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
    ),
    -- By cascade this deletes its sends and its history.
    deleted_delivery AS (
      DELETE FROM delivery USING chosen WHERE delivery.submission_id = chosen.submission_id AND delivery.fixture
        AND delivery.state <> 'sending'
      RETURNING delivery.id
    ),
    waiting AS (
      UPDATE submission
      SET held_until = NULL, postponed = FALSE,
        -- A submission without submitters is no longer assessed.
        in_queue = submission.superseded_by IS NULL AND EXISTS (
          SELECT FROM submission_submitter WHERE submission_submitter.submission_id = chosen.submission_id
        )
      FROM chosen
      WHERE submission.submission_id = chosen.submission_id
    ),
    unused AS (
      UPDATE capability SET used_at = NULL FROM chosen WHERE capability.submission_id = chosen.submission_id
    ),
    -- By cascade this deletes its history and the drafts that were parked.
    deleted_assessment AS (
      DELETE FROM assessment USING chosen WHERE assessment.submission_id = chosen.submission_id RETURNING assessment.id
    ),
    deleted_result AS (
      DELETE FROM completed_result USING chosen
      WHERE completed_result.submission_id = chosen.submission_id AND completed_result.fixture
    ),
    deleted_feedback AS (
      DELETE FROM feedback USING chosen WHERE feedback.submission_id = chosen.submission_id RETURNING feedback.id
    )
    SELECT (SELECT count(*) FROM deleted_assessment) AS assessments, (SELECT count(*) FROM deleted_feedback) AS feedback,
      (SELECT count(*) FROM deleted_delivery) AS deliveries
  `)
  return row ?? { assessments: 0, feedback: 0, deliveries: 0 }
}
