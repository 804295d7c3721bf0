import Type from 'typebox'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'

const find = statement('findRosterPresence', Type.Object({ taken: Type.Boolean(), listed: Type.Boolean() }))

/** Whether somebody is on a course's roster; `no_snapshot` where none was taken yet, so that nobody can be. */
export async function findRosterPresence(
  db: Db, courseId: number, userId: number,
): Promise<'on_roster' | 'off_roster' | 'no_snapshot'> {
  const row = await db.maybeOne(find`
    SELECT
      EXISTS (SELECT FROM course_snapshot WHERE course_snapshot.course_id = ${courseId}::bigint) AS taken,
      EXISTS (
        SELECT FROM roster_student
        WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.user_id = ${userId}::bigint
      ) AS listed
  `)
  if (row?.taken !== true) return 'no_snapshot'
  return row.listed ? 'on_roster' : 'off_roster'
}
