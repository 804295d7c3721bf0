import { type FragmentSqlToken, sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { type ChangedStanding, listStandingsOfGone } from '../delivery/standing-queries.ts'
import { lockSubmissions, type SubmissionOfExercise, type SubmissionsOfExercise } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { decideForSubmitters, lockConcerned } from '../submissions/decide-superseded.ts'

/** Submissions about which the learning platform said the same, to a reading that began at `readAt` by the database's clock. */
export interface ReadSubmissions extends SubmissionsOfExercise {
  readonly readAt: string
}

export interface MarkedGone {
  readonly submissionIds: readonly number[]
  readonly changed: readonly ChangedStanding[]
}

const submission = Type.Object({ submissionId: Type.Integer() })
const findDatabaseTimeRow = Type.Object({ now: Type.String() })

export async function findDatabaseTime(db: Db): Promise<string> {
  const { now } = await db.one(read('findDatabaseTime', findDatabaseTimeRow)`SELECT clock_timestamp() AS now`)
  return now
}

/**
 * Another submission of the exercise, by which to find out whether the platform refuses `submissionId` alone: the next registered one by
 * id, best of other people, whose work was not deleted with it; or one of the snapshot. Null also if `submissionId` cannot be marked: not
 * registered, a fixture, or gone already.
 */
export async function findOtherSubmission(
  db: Db,
  { courseId, exerciseId, submissionId }: SubmissionOfExercise,
): Promise<number | null> {
  const row = await db.maybeOne(read('findOtherSubmission', submission)`
    SELECT other.submission_id
    FROM submission AS missing
    CROSS JOIN LATERAL (
      ${nextTo({ place: 1, isAfter: true, ofOthers: true })}
      UNION ALL
      ${nextTo({ place: 2, isAfter: false, ofOthers: true })}
      UNION ALL
      ${nextTo({ place: 3, isAfter: true, ofOthers: false })}
      UNION ALL
      ${nextTo({ place: 4, isAfter: false, ofOthers: false })}
      UNION ALL
      (
        SELECT snapshot_submission.submission_id, 5 AS place
        FROM snapshot_submission
        WHERE snapshot_submission.course_id = missing.course_id AND snapshot_submission.exercise_id = missing.exercise_id
          AND snapshot_submission.submission_id <> missing.submission_id
        LIMIT 1
      )
    ) AS other
    WHERE missing.submission_id = ${submissionId}::bigint AND missing.course_id = ${courseId}::bigint
      AND missing.exercise_id = ${exerciseId}::bigint AND NOT missing.gone AND NOT missing.fixture
    ORDER BY other.place
    LIMIT 1
  `)
  return row?.submissionId ?? null
}

interface Neighbour {
  /** The neighbour with the lowest place is asked. */
  readonly place: number
  readonly isAfter: boolean
  /** Without a submitter of `missing`. */
  readonly ofOthers: boolean
}

const nextTo = ({ place, isAfter, ofOthers }: Neighbour) => sql.fragment`(
        SELECT submission.submission_id, ${place}::integer AS place
        FROM submission
        WHERE submission.course_id = missing.course_id AND submission.exercise_id = missing.exercise_id
          AND submission.submission_id ${isAfter ? sql.fragment`>` : sql.fragment`<`} missing.submission_id
          AND NOT submission.gone AND NOT submission.fixture
          AND (${!ofOthers} OR NOT submission.submitter_ids && missing.submitter_ids)
        ORDER BY submission.submission_id ${isAfter ? sql.fragment`` : sql.fragment`DESC`}
        LIMIT 1
      )`

/**
 * Marks submissions that the platform no longer has, and takes them out of the queue, unless they were registered or listed since. What
 * they superseded is decided again. Returns also the delivered grades that therefore no longer stand.
 */
export async function markGone(tx: Tx, read: ReadSubmissions): Promise<MarkedGone> {
  await lockSubmissions(tx, read)
  const concerned = await lockConcerned(tx, read)
  const marked = await tx.any(write('markGone', submission)`
    UPDATE submission SET gone_at = clock_timestamp(), in_queue = FALSE
    WHERE ${isOf(read)} AND NOT submission.gone AND NOT submission.fixture AND ${isRegisteredBefore(sql.fragment`${read.readAt}::timestamptz`)}
      AND coalesce(${lastListedAt} <= ${read.readAt}::timestamptz, TRUE)
    RETURNING submission.submission_id
  `)
  if (marked.length === 0) return { submissionIds: [], changed: [] }
  await decideForSubmitters(tx, concerned)
  const submissionIds = marked.map(({ submissionId }) => submissionId)
  return { submissionIds, changed: await listStandingsOfGone(tx, submissionIds) }
}

/** Takes the mark off unless it was made since the reading. A submission without a completed result waits again. */
export async function unmarkGone(tx: Tx, read: ReadSubmissions): Promise<void> {
  await lockSubmissions(tx, read)
  const concerned = await lockConcerned(tx, read)
  const unmarked = await tx.any(write('unmarkGone', submission)`
    UPDATE submission SET gone_at = NULL
    WHERE ${isOf(read)} AND submission.gone_at < ${read.readAt}::timestamptz
    RETURNING submission.submission_id
  `)
  if (unmarked.length > 0) await decideForSubmitters(tx, concerned)
}

/** Whether the last registration of `submission`, not only the first, was before `time`. */
export const isRegisteredBefore = (time: FragmentSqlToken) => sql.fragment`greatest(submission.registered_at, (
  SELECT capability.registered_at FROM capability WHERE capability.submission_id = submission.submission_id
)) < ${time}`

/** When the refresh began that listed a submission last; null if the snapshot lacks it. */
const lastListedAt = sql.fragment`(
  SELECT coalesce(snapshot_submission.read_at, course_snapshot.taken_at)
  FROM snapshot_submission
  JOIN course_snapshot ON course_snapshot.course_id = snapshot_submission.course_id
  WHERE snapshot_submission.course_id = submission.course_id
    AND snapshot_submission.submission_id = submission.submission_id
)`

const isOf = ({ courseId, exerciseId, submissionIds }: SubmissionsOfExercise) => sql.fragment`
  submission.submission_id = ANY (${bigints(submissionIds)}) AND submission.course_id = ${courseId}::bigint
  AND submission.exercise_id = ${exerciseId}::bigint`
