import type { Answer } from './handler.ts'

/** A JSON answer stays below 2 MiB; what stands around the items is small. */
const mostItemBytes = 2 * 1024 * 1024 - 16_384

/** One page of a list, from rows that were read one further than the page goes. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly limit: number
  /** The place behind a row. */
  readonly cursorOf: (row: Row) => string
  readonly itemOf?: (row: Row) => unknown
}

/** `{ items, nextCursor }`. A page whose items would be too large together is shortened, and goes on behind its last item. */
export function pageAnswer<Row>({ rows, limit, cursorOf, itemOf = (row) => row }: Page<Row>): Answer {
  const { items, json } = fitted(rows.slice(0, limit).map(itemOf))
  const last = rows[items.length - 1]
  const nextCursor = items.length < rows.length && last !== undefined ? cursorOf(last) : null
  // Serialised once: that is most of the work of a page.
  return { status: 200, json: `{"items":${json},"nextCursor":${JSON.stringify(nextCursor)}}` }
}

/** As many items, from the first one, as one answer has room for beside `otherBytes` of something else: at least one. */
export function fitting<Item>(items: readonly Item[], otherBytes = 0): readonly Item[] {
  return fitted(items, otherBytes).items
}

function fitted<Item>(items: readonly Item[], otherBytes = 0): { readonly items: readonly Item[]; readonly json: string } {
  const json = JSON.stringify(items)
  // All together, which is how nearly every list goes, takes half the time of one by one.
  if (otherBytes + Buffer.byteLength(json) <= mostItemBytes) return { items, json }
  let bytes = otherBytes
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1
    return bytes > mostItemBytes
  })
  const taken = items.slice(0, end === -1 ? items.length : Math.max(1, end))
  return { items: taken, json: JSON.stringify(taken) }
}
