import type pg from 'pg'
import type { Database } from '../db/database.ts'
import { exportPerson } from '../people/export-person.ts'

/** The export of a person, in one piece. */
export async function exportedText(database: Database, person: { courseId: number; userId: number }): Promise<string> {
  const pieces = await exportPerson(database, { ...person, byUserId: 101 })
  return (await Array.fromAsync(pieces ?? [])).join('')
}

/** Tables that contain a text in any column. */
export async function tablesWith(owner: pg.Client, text: string): Promise<string[]> {
  const found: string[] = []
  const tables = await owner.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  for (const { name } of tables.rows) {
    const hits = await owner.query(`SELECT FROM ${name} AS row WHERE row::text ILIKE $1 LIMIT 1`, [`%${text}%`])
    if (hits.rowCount === 1) found.push(name)
  }
  return found
}
