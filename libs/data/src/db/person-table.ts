import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from './db.ts'
import { read } from './row.ts'

export interface Person {
  readonly courseId: number
  readonly userId: number
}

const personRow = Type.Object({ key: Type.String(), row: Type.String() })
/** `row` is JSON text; the next page begins after `key`. */
type PersonRow = Static<typeof personRow>

type ListPersonRows = (db: Db, person: Person, after: string | null, limit: number) => Promise<readonly PersonRow[]>

type ErasePersonRows = (tx: Tx, person: Person) => Promise<number>

export interface ExportedRows {
  readonly as: string
  readonly list: ListPersonRows
  /** Rows may have long texts, so few are read at a time. */
  readonly isLarge?: true
}

export interface PersonTable {
  readonly table: string
  readonly columns: readonly string[]
  readonly exported: ExportedRows | { readonly not: string }
  /** `person`: rows of all courses. They are erased only when the course knows the person, since no teacher may decide about strangers. */
  readonly erased: { readonly of: 'course' | 'person'; readonly by: ErasePersonRows } | { readonly not: string }
}

const keyTypes = { bigint: sql.fragment`bigint`, uuid: sql.fragment`uuid`, text: sql.fragment`text` }

/** `rowsOf` selects `key` and `row` of everything about a person; each page is a part of it in the order of the keys. */
export function exportedRows(
  name: string,
  keyType: keyof typeof keyTypes,
  rowsOf: (person: Person) => FragmentSqlToken,
): ListPersonRows {
  const page = read(name, personRow)
  const type = keyTypes[keyType]
  return async (db, person, after, limit) =>
    await db.any(page`
      SELECT listed.key::text AS key, listed.row::text AS row
      FROM (${rowsOf(person)}) AS listed
      WHERE ${after}::${type} IS NULL OR listed.key > ${after}::${type}
      ORDER BY listed.key
      LIMIT ${limit}::integer
    `)
}
