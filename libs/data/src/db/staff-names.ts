import { sql, type FragmentSqlToken } from 'slonik'
import type { Tx } from './db.ts'
import { write } from './row.ts'
import { storableJson } from './storable-json.ts'
import type { Person } from './person-table.ts'

export interface StaffName {
  readonly courseId: number
  readonly userId: number
  readonly fullName: string
}

/** Transactions of several courses may rename the same people, so the rows are locked in the order of their keys. */
export const renamedStaff = (given: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  staff_locked AS MATERIALIZED (
    SELECT staff_name.user_id, staff_name.course_id, given.full_name
    FROM staff_name
    JOIN ${given} AS given ON given.user_id = staff_name.user_id
    WHERE staff_name.full_name <> given.full_name AND given.full_name <> ''
    ORDER BY staff_name.user_id, staff_name.course_id
    FOR NO KEY UPDATE OF staff_name
  ),
  staff_renamed AS (
    UPDATE staff_name SET full_name = staff_locked.full_name
    FROM staff_locked
    WHERE staff_name.user_id = staff_locked.user_id AND staff_name.course_id = staff_locked.course_id
  )`

/** Stores the names in `staff_given` where `isKept`, and gives a person the new name in all courses. */
function keptNames(given: readonly StaffName[], isKept: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`
  staff_given AS MATERIALIZED (
    SELECT DISTINCT ON (item."userId", item."courseId") item."courseId" AS course_id, item."userId" AS user_id, item."fullName" AS full_name
    FROM json_to_recordset(${storableJson(given)}::json) AS item ("courseId" bigint, "userId" bigint, "fullName" text)
    WHERE item."fullName" <> ''
    ORDER BY item."userId", item."courseId"
  ),
  ${renamedStaff(sql.fragment`staff_given`)},
  staff_named AS (
    INSERT INTO staff_name (course_id, user_id, full_name)
    SELECT staff_given.course_id, staff_given.user_id, staff_given.full_name
    FROM staff_given
    WHERE ${isKept} AND NOT EXISTS (
      SELECT
      FROM staff_name
      WHERE staff_name.user_id = staff_given.user_id AND staff_name.course_id = staff_given.course_id
    )
    ORDER BY staff_given.user_id, staff_given.course_id
    ON CONFLICT (user_id, course_id) DO NOTHING
  )`
}

/** Part of the write of a course's settings: reads `written`, which is empty when the write was refused. */
export const keptNamesOfSettings = (given: readonly StaffName[]): FragmentSqlToken =>
  keptNames(given, sql.fragment`EXISTS (SELECT FROM written)`)

/** A course whose people were erased after its end keeps nobody, though its staff goes on signing in. */
export const keptNamesOfConfigured = (given: readonly StaffName[]): FragmentSqlToken =>
  keptNames(
    given,
    sql.fragment`EXISTS (
      SELECT FROM course_settings WHERE course_settings.course_id = staff_given.course_id
    ) AND NOT EXISTS (
      SELECT
      FROM course_snapshot
      WHERE course_snapshot.course_id = staff_given.course_id AND course_snapshot.people_erased_at IS NOT NULL
    )`,
  )

/** The name by which any course knows the person; else that of a roster, if possible of this course; null if none is known. */
export const staffNameOf = (userId: FragmentSqlToken, courseId: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(SELECT staff.full_name FROM staff_name_in(${userId}, ${courseId}) AS staff)`

/** Erases the name of a person who is staff as well. Signing in again stores it again. */
export async function eraseStaffName(tx: Tx, { userId }: Pick<Person, 'userId'>): Promise<number> {
  const { rowCount } = await tx.query(
    write('eraseStaffName')`DELETE FROM staff_name WHERE staff_name.user_id = ${userId}::bigint`,
  )
  return rowCount
}
