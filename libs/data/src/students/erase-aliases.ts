import type { Tx } from '../db.ts'
import type { Person } from '../person-table.ts'
import { countRow, statement } from '../row.ts'

const erase = statement('eraseAliases', countRow)

/** Removes the person from the person's aliases. Their numbers stay taken. */
export async function eraseAliases(tx: Tx, person: Person): Promise<number> {
  const row = await tx.one(erase`
    WITH forgotten AS (
      UPDATE exercise_alias SET user_id = NULL
      WHERE exercise_alias.course_id = ${person.courseId}::bigint AND exercise_alias.user_id = ${person.userId}::bigint
      RETURNING exercise_alias.alias
    )
    SELECT count(*) AS count FROM forgotten
  `)
  return row.count
}
