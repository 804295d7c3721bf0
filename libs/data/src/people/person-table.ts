import type { Db, Tx } from '../db.ts'

/** Somebody as a participant of one course. */
export interface Person {
  readonly courseId: number
  readonly userId: number
}

/** A row as JSON text, and where the next page begins. */
export interface PersonRow {
  readonly key: string
  readonly row: string
}

/** The rows about a person in an order of their own, at most `limit` beyond the key `after`. */
export type ListPersonRows = (
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
) => Promise<readonly PersonRow[]>

/** Removes what is held of a person, or what makes it that person's; returns how many rows that were. */
export type ErasePersonRows = (tx: Tx, person: Person) => Promise<number>

/** How a table that holds, names or points at people treats one who wants to know, or to be forgotten. */
export interface PersonTable {
  readonly table: string
  /** Its columns that do so. A json column counts unless it is known to hold nobody. */
  readonly columns: readonly string[]
  /** Under which name its rows are exported, or why they are not. */
  readonly exported: { readonly as: string; readonly list: ListPersonRows } | { readonly not: string }
  /**
   * How its rows are erased, or why they are not. `course`: those of the one course. `person`: of the person whatever the
   * course, and only when the course knows the person: no teacher may decide about strangers.
   */
  readonly erased: { readonly of: 'course' | 'person'; readonly by: ErasePersonRows } | { readonly not: string }
}
