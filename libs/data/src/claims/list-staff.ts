import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'

const staff = Type.Object({ userId: Type.Integer(), fullName: Type.String() })

/** At most 200 people of the staff whose names are known in the course, but the given ones, by name. */
export async function listStaff(
  db: Db,
  { courseId, without }: { readonly courseId: number; readonly without: readonly number[] },
): Promise<readonly Static<typeof staff>[]> {
  return await db.any(read('listStaff', staff)`
    SELECT staff_name.user_id, staff_name.full_name
    FROM staff_name
    WHERE staff_name.course_id = ${courseId}::bigint AND staff_name.user_id <> ALL (${bigints(without)})
    ORDER BY staff_name.full_name, staff_name.user_id
    LIMIT 200
  `)
}
