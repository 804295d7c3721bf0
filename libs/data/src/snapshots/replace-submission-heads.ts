import type { HeadsToStore } from '@course-grading/domain/snapshots/people-to-store'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { previousReadingOf } from './snapshot-head-queries.ts'
import { storableJson } from '../db/storable-json.ts'

/** Submissions of other exercises stay while those exercises are graded by hand. A submission that has no submitter left goes. */
export async function replaceSubmissionHeads(
  tx: Tx,
  courseId: number,
  { exerciseIds, heads }: HeadsToStore,
): Promise<void> {
  await tx.query(write('upsertSubmissionHeads')`
    INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
    SELECT ${courseId}::bigint, item."submissionId", item."exerciseId", item."submittedAt", item.status, item.grade
    FROM json_to_recordset(${storableJson(heads)}::json)
      AS item ("submissionId" bigint, "exerciseId" bigint, "submittedAt" timestamptz, status text, grade numeric)
    ON CONFLICT (course_id, submission_id) DO UPDATE
    SET exercise_id = EXCLUDED.exercise_id, submitted_at = EXCLUDED.submitted_at, status = EXCLUDED.status,
      grade = EXCLUDED.grade, read_at = NULL
    WHERE (snapshot_submission.exercise_id, snapshot_submission.submitted_at, snapshot_submission.status,
        snapshot_submission.grade, snapshot_submission.read_at)
      IS DISTINCT FROM (EXCLUDED.exercise_id, EXCLUDED.submitted_at, EXCLUDED.status, EXCLUDED.grade, NULL)
  `)
  await tx.query(write('dateKeptHeads')`
    UPDATE snapshot_submission SET read_at = ${previousReadingOf(courseId)}
    WHERE snapshot_submission.course_id = ${courseId}::bigint
      AND snapshot_submission.exercise_id <> ALL (${bigints(exerciseIds)}) AND snapshot_submission.read_at IS NULL
  `)
  const pairs = heads.flatMap(({ submissionId, submitterIds }) =>
    submitterIds.map((userId) => ({ submissionId, userId })),
  )
  const submissionIds = bigints(pairs.map(({ submissionId }) => submissionId))
  const userIds = bigints(pairs.map(({ userId }) => userId))
  await tx.query(write('deleteSnapshotSubmitters')`
    DELETE FROM snapshot_submitter USING snapshot_submission
    WHERE snapshot_submission.course_id = ${courseId}::bigint AND snapshot_submitter.course_id = ${courseId}::bigint
      AND snapshot_submitter.submission_id = snapshot_submission.submission_id
      AND (snapshot_submission.exercise_id = ANY (${bigints(exerciseIds)}) OR NOT EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id = snapshot_submission.exercise_id
          AND manual_grading_exercise.course_id = ${courseId}::bigint
      ))
      AND NOT EXISTS (
        SELECT FROM unnest(${submissionIds}, ${userIds}) AS given (submission_id, user_id)
        WHERE given.submission_id = snapshot_submitter.submission_id AND given.user_id = snapshot_submitter.user_id
      )
  `)
  await tx.query(write('insertSnapshotSubmitters')`
    INSERT INTO snapshot_submitter (course_id, submission_id, user_id)
    SELECT ${courseId}::bigint, given.submission_id, given.user_id
    FROM unnest(${submissionIds}, ${userIds}) AS given (submission_id, user_id)
    ON CONFLICT DO NOTHING
  `)
  await tx.query(write('deleteSubmissionHeads')`
    DELETE FROM snapshot_submission
    WHERE snapshot_submission.course_id = ${courseId}::bigint AND NOT EXISTS (
      SELECT FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = ${courseId}::bigint
        AND snapshot_submitter.submission_id = snapshot_submission.submission_id
    )
  `)
}
