import type { Operation } from '@course-grading/contracts/operation/operation'
import { defaultPageSize } from '@course-grading/contracts/schemas/paging'
import { type JsonText, jsonText } from '@course-grading/contracts/operation/reply'
import { HttpError } from '../errors/http-error.ts'
import { createValidator } from '@course-grading/validation'

/** A JSON reply stays below 2 MiB, and 16 KiB are enough for everything around the items. */
const maxItemBytes = 2 * 1024 * 1024 - 16_384

export interface PageRequest<Key> {
  readonly limit: number
  readonly after: Key | null
  readonly cursorOf: (key: Key) => string
}

/** Reads `limit` and `cursor`; null for an operation without list. Rejects the cursor of another list with `HttpError` `invalid_cursor`. */
export function pageReader(
  name: string,
  { pageKey }: Operation,
): ((query: { limit?: number; cursor?: string }) => PageRequest<unknown>) | null {
  if (pageKey === undefined) return null
  const validators = pageKey.map((schema) => createValidator(schema))
  const isKey = (values: readonly unknown[]): boolean =>
    values.length === validators.length && validators.every((validate, index) => validate(values[index]).length === 0)
  const cursorOf = (key: unknown): string =>
    Buffer.from(JSON.stringify([name, ...(key as unknown[])])).toString('base64url')
  const keyIn = (text: string): unknown => {
    const key = valuesIn(text, name)
    // Other spellings of the same bytes are rejected, too.
    if (key === null || !isKey(key) || cursorOf(key) !== text) throw new HttpError('invalid_cursor')
    return key
  }
  return ({ limit = defaultPageSize, cursor }) => ({
    limit,
    after: cursor === undefined ? null : keyIn(cursor),
    cursorOf,
  })
}

function valuesIn(text: string, name: string): readonly unknown[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(values) && values[0] === name ? values.slice(1) : null
  } catch {
    return null
  }
}

/** The values that make a position in a list; written in this way so that the compiler infers a tuple. */
type PageKey = readonly [] | readonly (string | number)[]

interface Page<Row, Item, Key extends PageKey> {
  /** Up to `limit + 1` rows: one more than the limit shows that another page follows. */
  readonly rows: readonly Row[]
  readonly page: PageRequest<Key>
  readonly keyOf: (row: Row) => NoInfer<Key>
  readonly itemOf: (row: Row) => Item
}

/** Items that are too large together shorten the page; the next page begins after its last item. */
export function pageReply<Row, Item, Key extends PageKey>({
  rows,
  page,
  keyOf,
  itemOf,
}: Page<Row, Item, Key>): {
  readonly status: 200
  readonly body: JsonText<{ items: Item[]; nextCursor: string | null }>
} {
  const { items, json } = fitItems(rows.slice(0, page.limit).map((row) => itemOf(row)))
  const last = rows[items.length - 1]
  const nextCursor = items.length < rows.length && last !== undefined ? page.cursorOf(keyOf(last)) : null
  // The JSON of the items is used again, since serialising them is most of the work of a page.
  return { status: 200, body: jsonText(`{"items":${json},"nextCursor":${JSON.stringify(nextCursor)}}`) }
}

/** As many of the first items as fit into one reply together with `otherBytes`; at least one. */
export function itemsThatFit<Item>(items: readonly Item[], otherBytes = 0): readonly Item[] {
  return fitItems(items, otherBytes).items
}

function fitItems<Item>(
  items: readonly Item[],
  otherBytes = 0,
): { readonly items: readonly Item[]; readonly json: string } {
  const json = JSON.stringify(items)
  // All items together are serialised in half the time, which is enough for nearly every list.
  if (otherBytes + Buffer.byteLength(json) <= maxItemBytes) return { items, json }
  let bytes = otherBytes
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    return bytes > maxItemBytes
  })
  const taken = items.slice(0, end === -1 ? items.length : Math.max(1, end))
  return { items: taken, json: JSON.stringify(taken) }
}
