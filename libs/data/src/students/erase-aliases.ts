import type { Tx } from '../db/db.ts'
import type { Person } from '../db/person-table.ts'
import { write } from '../db/row.ts'

/** Removes the person from the person's aliases. Their numbers stay taken. */
export async function eraseAliases(tx: Tx, person: Person): Promise<number> {
  const { rowCount } = await tx.query(write('eraseAliases')`
    UPDATE exercise_alias SET user_id = NULL
    WHERE exercise_alias.course_id = ${person.courseId}::bigint AND exercise_alias.user_id = ${person.userId}::bigint
  `)
  return rowCount
}
