import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'
import { snippetColumns, snippetRow, type StoredSnippet } from './snippet-rows.ts'

export async function findSnippet(db: Db, snippetId: string): Promise<StoredSnippet | null> {
  return await db.maybeOne(
    read(
      'findSnippet',
      snippetRow,
    )`SELECT ${snippetColumns} FROM snippet WHERE snippet.snippet_id = ${snippetId}::uuid`,
  )
}
