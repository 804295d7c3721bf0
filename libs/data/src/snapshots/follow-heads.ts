import { type ChangeByHead, changeByHead } from '@course-grading/domain/submissions/change-by-head'
import { uncountedStatuses } from '@course-grading/domain/delivery/uncounted-status'
import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { lockSubmissions, type SubmissionsOfExercise } from '../db/lock-order.ts'
import { nullable, read } from '../db/row.ts'
import { bigints, texts } from '../db/sql-arrays.ts'
import { decideForSubmitters, lockConcerned } from '../submissions/decide-superseded.ts'
import { setSubmitters } from '../submissions/set-submitters.ts'
import { markUncounted, wasRefused } from '../submissions/uncounted.ts'
import { lockRefreshLease, type RefreshLease } from './refresh-lease-queries.ts'

const people = Type.Array(Type.Integer())
const headRow = Type.Object({
  submissionId: Type.Integer(),
  exerciseId: Type.Integer(),
  stored: people,
  listed: people,
  present: people,
  status: nullable(Type.String()),
  isUncounted: Type.Boolean(),
  wasRefused: Type.Boolean(),
})

export interface SnapshotOfCourse {
  readonly courseId: number
  readonly revision: number
  /** If false, the roster still has whoever left meanwhile, so nobody is taken off a submission. */
  readonly rosterIsSteady: boolean
}

interface Change extends ChangeByHead {
  readonly submissionId: number
  readonly exerciseId: number
}

/** The registered submissions to these exercises that the snapshot's heads change, by exercise and id. Heads never change fixtures. */
export async function listChangedByHeads(
  db: Db,
  snapshot: SnapshotOfCourse & { readonly exerciseIds: readonly number[] },
): Promise<readonly Change[]> {
  const { courseId, exerciseIds } = snapshot
  const chosen = sql.fragment`known.course_id = ${courseId}::bigint AND known.exercise_id = ANY (${bigints(exerciseIds)})`
  return changesOf(await db.any(read('listDifferentHeads', headRow)`${differentHeads(snapshot, chosen)}`))
}

/**
 * Writes what the heads say of these submissions, read again under the locks of a registration: submitters, and whether the learning
 * platform counts them; what is superseded is decided again. Once the lease has ended nothing is written, since another refresh may have
 * read something newer. The snapshot gave whoever comes in an alias.
 */
export async function followHeads(tx: Tx, of: SnapshotOfCourse & RefreshLease & SubmissionsOfExercise): Promise<void> {
  await lockSubmissions(tx, of)
  if ((await lockRefreshLease(tx, of)) === null) return
  const chosen = sql.fragment`known.submission_id = ANY (${bigints(of.submissionIds)})
    AND known.course_id = ${of.courseId}::bigint AND known.exercise_id = ${of.exerciseId}::bigint`
  const changes = changesOf(await tx.any(read('listDifferentHeadsAgain', headRow)`${differentHeads(of, chosen)}`))
  if (changes.length === 0) return
  const submissionIds = changes.map(({ submissionId }) => submissionId)
  const given = changes.flatMap(({ submitterIds }) => submitterIds)
  const concerned = await lockConcerned(tx, { ...of, submissionIds }, given)
  await setSubmitters(tx, changes)
  await markUncounted(tx, changes)
  await decideForSubmitters(tx, concerned)
}

function changesOf(rows: readonly Static<typeof headRow>[]): readonly Change[] {
  return rows.flatMap((row) => {
    const change = changeByHead(row)
    return change === null ? [] : [{ submissionId: row.submissionId, exerciseId: row.exerciseId, ...change }]
  })
}

/** Heads that are newer than the registration and differ from it. Scalar subqueries keep the planner from reading whole tables. */
const differentHeads = (
  { courseId, revision, rosterIsSteady }: SnapshotOfCourse,
  chosen: FragmentSqlToken,
) => sql.fragment`
  SELECT known.submission_id, known.exercise_id, own.ids AS stored, head.ids AS listed, ARRAY(
      SELECT present_student.user_id
      FROM present_student
      WHERE ${rosterIsSteady} AND present_student.course_id = known.course_id AND present_student.user_id = ANY (own.ids)
    ) AS present,
    CASE WHEN NOT EXISTS (
      SELECT FROM delivery WHERE delivery.submission_id = known.submission_id AND delivery.upstream_at >= taken.at
    ) THEN head.status END AS status,
    known.uncounted AS is_uncounted, ${wasRefused(sql.fragment`known.submission_id`)} AS was_refused
  FROM submission AS known
  CROSS JOIN LATERAL (
    SELECT ARRAY(
      SELECT submission_submitter.user_id
      FROM submission_submitter
      WHERE submission_submitter.submission_id = known.submission_id
      ORDER BY submission_submitter.user_id
    ) AS ids
  ) AS own
  CROSS JOIN LATERAL (
    SELECT snapshot_submission.status, ARRAY(
      SELECT snapshot_submitter.user_id
      FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = known.course_id AND snapshot_submitter.submission_id = known.submission_id
      ORDER BY snapshot_submitter.user_id
    ) AS ids
    FROM snapshot_submission
    WHERE snapshot_submission.course_id = known.course_id AND snapshot_submission.submission_id = known.submission_id
      AND snapshot_submission.exercise_id = known.exercise_id
    LIMIT 1
  ) AS head
  CROSS JOIN LATERAL (
    SELECT course_snapshot.taken_at AS at
    FROM course_snapshot
    WHERE course_snapshot.course_id = ${courseId}::bigint AND course_snapshot.revision = ${revision}::integer
    LIMIT 1
  ) AS taken
  WHERE ${chosen} AND NOT known.fixture
    AND (SELECT capability.registered_at FROM capability WHERE capability.submission_id = known.submission_id) < taken.at
    AND (own.ids <> head.ids OR known.uncounted OR head.status = ANY (${texts(uncountedStatuses)}))
  ORDER BY known.exercise_id, known.submission_id`
