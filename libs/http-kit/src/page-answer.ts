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
  const texts = rows.slice(0, limit).map((row) => JSON.stringify(itemOf(row)))
  const fits = texts.slice(0, fittingCount(texts))
  const last = rows[fits.length - 1]
  const nextCursor = fits.length < rows.length && last !== undefined ? cursorOf(last) : null
  // Each item is serialised once: that is most of the work of a page.
  return { status: 200, json: `{"items":[${fits.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}` }
}

/** As many items, from the first one, as one answer has room for beside `otherBytes` of something else. */
export function fitting<Item>(items: readonly Item[], otherBytes = 0): readonly Item[] {
  return items.slice(0, fittingCount(items.map((item) => JSON.stringify(item)), otherBytes))
}

/** How many of the texts, from the first one, fit into one answer: at least one. */
function fittingCount(texts: readonly string[], otherBytes = 0): number {
  let bytes = otherBytes
  const end = texts.findIndex((text) => {
    bytes += Buffer.byteLength(text) + 1
    return bytes > mostItemBytes
  })
  return end === -1 ? texts.length : Math.max(1, end)
}
