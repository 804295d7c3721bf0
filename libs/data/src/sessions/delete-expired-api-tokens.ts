import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'

export async function deleteExpiredApiTokens(db: Db, batch: number): Promise<number> {
  // The role of this service may not change rows, so it cannot lock them first: the condition is repeated where they are deleted.
  const { rowCount } = await db.query(write('deleteExpiredApiTokens')`
    WITH doomed AS (
      SELECT known_api_token.digest
      FROM known_api_token
      WHERE known_api_token.known_until < statement_timestamp()
      LIMIT ${batch}::integer
    )
    DELETE FROM known_api_token
    WHERE known_api_token.digest = ANY (ARRAY(SELECT doomed.digest FROM doomed))
      AND known_api_token.known_until < statement_timestamp()
  `)
  return rowCount
}
