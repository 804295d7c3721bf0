import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { lockPeople } from '../db/lock-order.ts'
import { read, write } from '../db/row.ts'

const endedRoster = Type.Object({
  courseId: Type.Integer(),
  due: Type.Boolean(),
})

const eraseEndedRosterRow = Type.Object({ students: Type.Integer() })

/** Whether retention ends in `soonDays`: the course has ended, and nobody has refreshed it for `days`. */
const hasExpired = (days: number, soonDays: number) => sql.fragment`
  course_snapshot.people_erased_at IS NULL AND course_snapshot.ends_at <= (SELECT clock_timestamp())
  AND course_snapshot.taken_at <= (SELECT clock_timestamp()) + make_interval(days => ${soonDays}::integer - ${days}::integer)`

export async function listEndedRosters(
  db: Db,
  { days, soonDays }: { readonly days: number; readonly soonDays: number },
): Promise<readonly Static<typeof endedRoster>[]> {
  return await db.any(read('listEndedRosters', endedRoster)`
    SELECT course_snapshot.course_id, ${hasExpired(days, 0)} AS due
    FROM course_snapshot
    WHERE ${hasExpired(days, soonDays)}
    ORDER BY course_snapshot.course_id
  `)
}

/** Erases the snapshot's people and the names of staff. Null if a refresh came in between; the next refresh reads the people again. */
export async function eraseEndedRoster(
  tx: Tx,
  { courseId, days }: { readonly courseId: number; readonly days: number },
): Promise<number | null> {
  await lockPeople(tx, courseId, 'exclusive')
  const row = await tx.maybeOne(write('eraseEndedRoster', eraseEndedRosterRow)`
    WITH ended AS (
      UPDATE course_snapshot SET people_erased_at = clock_timestamp()
      WHERE course_snapshot.course_id = ${courseId}::bigint AND ${hasExpired(days, 0)}
      RETURNING course_snapshot.course_id
    ),
    submitters_gone AS (
      DELETE FROM snapshot_submitter USING ended WHERE snapshot_submitter.course_id = ended.course_id
    ),
    heads_gone AS (
      DELETE FROM snapshot_submission USING ended WHERE snapshot_submission.course_id = ended.course_id
    ),
    staff_gone AS (
      DELETE FROM staff_name USING ended WHERE staff_name.course_id = ended.course_id
    ),
    students_gone AS (
      DELETE FROM roster_student USING ended WHERE roster_student.course_id = ended.course_id RETURNING roster_student.user_id
    )
    SELECT (SELECT count(*) FROM students_gone) AS students FROM ended
  `)
  return row?.students ?? null
}
