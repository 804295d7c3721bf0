import type { Db, Tx } from './db.ts'

/** A person in one course. */
export interface Person {
  readonly courseId: number
  readonly userId: number
}

/** A row as JSON text, and the key after which the next page begins. */
export interface PersonRow {
  readonly key: string
  readonly row: string
}

/** Lists the rows about a person in an order of their own, at most `limit` of those after the key `after`. */
type ListPersonRows = (db: Db, person: Person, after: string | null, limit: number) => Promise<readonly PersonRow[]>

/** Removes data about a person, or its link to the person; returns the number of changed rows. */
type ErasePersonRows = (tx: Tx, person: Person) => Promise<number>

/** The name under which rows are exported, and the function that lists them. */
export interface ExportedRows {
  readonly as: string
  readonly list: ListPersonRows
  /** Their texts may be long, so that few of them are read at a time. */
  readonly isLarge?: true
}

/** How the rows of a table that holds, names or refers to people are exported and erased. */
export interface PersonTable {
  readonly table: string
  /** Its columns that hold, name or refer to people. A json column counts unless it is known to hold nobody. */
  readonly columns: readonly string[]
  /** How its rows are exported, or why they are not. */
  readonly exported: ExportedRows | { readonly not: string }
  /**
   * How its rows are erased, or why they are not. `course`: rows of that one course. `person`: all rows of the person, whatever
   * the course. They are erased only when the course knows the person, since no teacher may decide about strangers.
   */
  readonly erased: { readonly of: 'course' | 'person'; readonly by: ErasePersonRows } | { readonly not: string }
}
