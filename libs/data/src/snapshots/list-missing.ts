import { maxAsked, type MissingSubmission } from '@course-grading/domain/snapshots/missing-submissions'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { isFound } from '../db/planner.ts'
import { read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { isRegisteredBefore } from './mark-gone.ts'

/** The exercises whose lists the snapshot has whole, since a reading that began at `readAt` by the database's clock. */
interface ReadExercises {
  readonly courseId: number
  readonly exerciseIds: readonly number[]
  readonly readAt: string
}

const row = Type.Object({ submissionId: Type.Integer(), exerciseId: Type.Integer() })

const isInSnapshot = isFound(sql.fragment`
  FROM snapshot_submission
  WHERE snapshot_submission.course_id = submission.course_id AND snapshot_submission.submission_id = submission.submission_id
`)

/** Registered before the reading, not in the snapshot, with a submitter on the roster: leavers' work vanishes from lists. One more than a refresh asks for. */
export async function listMissing(
  db: Db,
  { courseId, exerciseIds, readAt }: ReadExercises,
): Promise<readonly MissingSubmission[]> {
  return await db.any(read('listMissingSubmissions', row)`
    SELECT missing.submission_id, listed.exercise_id
    FROM unnest(${bigints(exerciseIds)}) AS listed (exercise_id)
    CROSS JOIN LATERAL (
      SELECT submission.submission_id
      FROM submission
      WHERE submission.course_id = ${courseId}::bigint AND submission.exercise_id = listed.exercise_id
        AND NOT submission.gone AND NOT submission.fixture
        AND NOT ${isInSnapshot}
        AND ${isRegisteredBefore(sql.fragment`${readAt}::timestamptz`)}
        AND ${isFound(sql.fragment`
          FROM present_student
          WHERE present_student.course_id = submission.course_id AND present_student.user_id = ANY (submission.submitter_ids)`)}
      ORDER BY submission.submission_id
      LIMIT ${maxAsked + 1}::integer
    ) AS missing
  `)
}

export async function listFound(
  db: Db,
  { courseId, exerciseIds, readAt }: ReadExercises,
): Promise<readonly MissingSubmission[]> {
  return await db.any(read('listFoundSubmissions', row)`
    SELECT submission.submission_id, submission.exercise_id
    FROM submission
    WHERE submission.course_id = ${courseId}::bigint AND submission.exercise_id = ANY (${bigints(exerciseIds)})
      AND submission.gone_at < ${readAt}::timestamptz
      AND ${isInSnapshot}
    ORDER BY submission.submission_id
  `)
}
