import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { storableJson } from '../storable-json.ts'

const replace = statement('replaceSubmissionHeads', Type.Object({ submissions: Type.Integer() }))

/**
 * Of the exercises that were read; others stay while graded by hand. Where an assistant is shown none at all, there may be no access, so
 * they stay, too. The erased are left out, with submissions that nobody else handed in.
 */
export async function replaceSubmissionHeads(
  tx: Tx,
  courseId: number,
  { submissions, seenBy }: Pick<SnapshotReading, 'submissions' | 'seenBy'>,
): Promise<void> {
  const seen = submissions.flatMap(({ exerciseId, heads }) =>
    heads !== null && (seenBy === 'teacher' || heads.length > 0) ? [{ exerciseId, heads }] : [],
  )
  const exerciseIds = sql.array(
    seen.map(({ exerciseId }) => exerciseId),
    'int8',
  )
  const given = storableJson(seen.flatMap(({ exerciseId, heads }) => heads.map((head) => ({ ...head, exerciseId }))))
  await tx.maybeOne(replace`
    WITH item AS MATERIALIZED (
      SELECT DISTINCT ON (item."submissionId")
        item."submissionId" AS submission_id, item."exerciseId" AS exercise_id, item."submittedAt" AS submitted_at,
        item.status, item.grade, item."submitterIds" AS submitter_ids
      FROM json_to_recordset(${given}::json) AS item ("submissionId" bigint, "exerciseId" bigint, "submittedAt" timestamptz,
        status text, grade numeric, "submitterIds" bigint[])
      ORDER BY item."submissionId"
    ),
    given_submitter AS MATERIALIZED (
      SELECT DISTINCT item.submission_id, submitter.user_id
      FROM item CROSS JOIN unnest(item.submitter_ids) AS submitter (user_id)
      WHERE NOT EXISTS (
        SELECT FROM course_erased_person
        WHERE course_erased_person.course_id = ${courseId}::bigint AND course_erased_person.user_id = submitter.user_id
      )
    ),
    given AS MATERIALIZED (
      SELECT item.submission_id, item.exercise_id, item.submitted_at, item.status, item.grade
      FROM item
      WHERE item.submission_id IN (SELECT given_submitter.submission_id FROM given_submitter)
    ),
    -- All that was known of the exercises that were read, and of those that are no longer graded by hand.
    before AS MATERIALIZED (
      SELECT snapshot_submission.submission_id
      FROM snapshot_submission
      WHERE snapshot_submission.course_id = ${courseId}::bigint
        AND (snapshot_submission.exercise_id = ANY(${exerciseIds})
          OR NOT EXISTS (
            SELECT FROM manual_grading_exercise
            WHERE manual_grading_exercise.exercise_id = snapshot_submission.exercise_id
              AND manual_grading_exercise.course_id = ${courseId}::bigint
          ))
    ),
    submitter_gone AS (
      DELETE FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = ${courseId}::bigint
        AND snapshot_submitter.submission_id IN (
          SELECT before.submission_id FROM before UNION SELECT given.submission_id FROM given
        )
        AND NOT EXISTS (
          SELECT FROM given_submitter
          WHERE given_submitter.submission_id = snapshot_submitter.submission_id
            AND given_submitter.user_id = snapshot_submitter.user_id
        )
    ),
    gone AS (
      DELETE FROM snapshot_submission
      WHERE snapshot_submission.course_id = ${courseId}::bigint
        AND snapshot_submission.submission_id IN (SELECT before.submission_id FROM before)
        AND NOT EXISTS (SELECT FROM given WHERE given.submission_id = snapshot_submission.submission_id)
    ),
    new AS (
      INSERT INTO snapshot_submission (course_id, submission_id, exercise_id, submitted_at, status, grade)
      SELECT ${courseId}::bigint, given.submission_id, given.exercise_id, given.submitted_at, given.status, given.grade
      FROM given
      ON CONFLICT (course_id, submission_id) DO UPDATE
      SET exercise_id = EXCLUDED.exercise_id, submitted_at = EXCLUDED.submitted_at, status = EXCLUDED.status,
        grade = EXCLUDED.grade
      WHERE (snapshot_submission.exercise_id, snapshot_submission.submitted_at, snapshot_submission.status,
          snapshot_submission.grade)
        IS DISTINCT FROM (EXCLUDED.exercise_id, EXCLUDED.submitted_at, EXCLUDED.status, EXCLUDED.grade)
    ),
    submitter_new AS (
      INSERT INTO snapshot_submitter (course_id, submission_id, user_id)
      SELECT ${courseId}::bigint, given_submitter.submission_id, given_submitter.user_id FROM given_submitter
      ON CONFLICT DO NOTHING
    )
    SELECT count(*) AS submissions FROM given
  `)
}
