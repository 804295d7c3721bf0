import type { Db } from '../db/db.ts'
import { insertPersonAction, type PersonRequest } from './person-action-queries.ts'
import type { ExportedRows, Person } from '../db/person-table.ts'
import { personTables } from './person-tables.ts'

const rowsPerPage = 500
/** For rows that may have most of a megabyte each. */
const largeRowsPerPage = 20

/** JSON in pieces; null if nothing is stored. The export is recorded first. Each page is a statement: no transaction stays open. */
export async function exportPerson(db: Db, request: PersonRequest): Promise<AsyncIterable<string> | null> {
  if (!(await isKnown(db, request))) return null
  const exportedAt = await insertPersonAction(db, request, 'export')
  return pieces(db, request, exportedAt)
}

function exportedLists(): ExportedRows[] {
  return personTables.flatMap(({ exported }) => ('list' in exported ? [exported] : []))
}

async function isKnown(db: Db, person: Person): Promise<boolean> {
  for (const { list } of exportedLists()) {
    const rows = await list(db, person, null, 1)
    if (rows.length > 0) return true
  }
  return false
}

async function* pieces(db: Db, { courseId, userId }: Person, exportedAt: string): AsyncGenerator<string> {
  yield `{"courseId":${courseId},"userId":${userId},"exportedAt":${JSON.stringify(exportedAt)}`
  for (const { as, list, isLarge } of exportedLists()) {
    const limit = isLarge ? largeRowsPerPage : rowsPerPage
    yield `,${JSON.stringify(as)}:[`
    let after: string | null = null
    for (;;) {
      const rows = await list(db, { courseId, userId }, after, limit)
      if (rows.length > 0) yield `${after === null ? '' : ','}${rows.map(({ row }) => row).join(',')}`
      if (rows.length < limit) break
      after = rows.at(-1)?.key ?? null
    }
    yield ']'
  }
  yield '}\n'
}
