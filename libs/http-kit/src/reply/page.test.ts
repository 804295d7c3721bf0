import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemsThatFit, type PageRequest, pageReply } from './page.ts'

describe('pageReply', () => {
  it('stays below 2 MiB, and all pages together are the whole list', () => {
    fc.assert(
      fc.property(rowLists, fc.integer({ min: 1, max: 200 }), (rows, limit) => {
        const seen: Row[] = []
        let cursor: string | null = null
        do {
          const { items, nextCursor, bytes }: ReturnType<typeof page> = page(rows, cursor, limit)
          expect(bytes).toBeLessThan(2 * mebibyte)
          expect(items.length).toBeLessThanOrEqual(limit)
          seen.push(...items)
          if (rows.length > 0) expect(items.length).toBeGreaterThan(0)
          cursor = nextCursor
        } while (cursor !== null)
        expect(seen.map(({ id, text }) => [id, text.length])).toEqual(rows.map(({ id, text }) => [id, text.length]))
      }),
      { numRuns: 50 },
    )
  })

  it('has a cursor only if there are more items', () => {
    const rows = [0, 1, 2].map((id) => ({ id, text: '' }))
    const of = (limit: number) => page(rows, null, limit).nextCursor
    expect([of(2), of(3), of(4)]).toEqual(['1', null, null])
    expect(page([], null, 5)).toMatchObject({ items: [], nextCursor: null })
  })

  it('has items, and a cursor made from the last row', () => {
    const { body } = pageReply({
      rows: [
        { id: 7, secret: 1 },
        { id: 8, secret: 2 },
      ],
      page: requestOf(1),
      keyOf: ({ id }) => [id],
      itemOf: ({ id }) => id,
    })
    expect(body).toBe('{"items":[7],"nextCursor":"7"}')
  })
})

describe('itemsThatFit', () => {
  it('returns as many items as fit', () => {
    const large = 'x'.repeat(mebibyte - 20_000)
    expect(itemsThatFit([large, large, 'x']).length).toBe(3)
    expect(itemsThatFit([large, large, 'x'.repeat(30_000), 'x']).length).toBe(2)
  })

  it('returns at least one item, even if the item is too large', () => {
    expect(itemsThatFit(['x'.repeat(3 * mebibyte), 'x']).length).toBe(1)
  })
})

const mebibyte = 1024 * 1024
interface Row {
  readonly id: number
  readonly text: string
}
interface Body {
  readonly items: Row[]
  readonly nextCursor: string | null
}

/** Rows of up to 300 KB, in characters of which some take several bytes, and some an escape. */
const rowLists = fc
  .array(fc.tuple(fc.nat({ max: 60_000 }), fc.constantFrom('x', 'ä', '"', '\n', '€', '💥', '\u2028')), {
    maxLength: 40,
  })
  .map((sizes) => sizes.map(([length, letter], id): Row => ({ id, text: letter.repeat(length) })))

const requestOf = (limit: number): PageRequest<[id: number]> => ({ limit, after: null, cursorOf: ([id]) => String(id) })

/** A page as a handler makes it: the rows after the cursor, with one more than the page has. */
function page(all: readonly Row[], cursor: string | null, limit: number): Body & { bytes: number } {
  const start = cursor === null ? 0 : Number(cursor) + 1
  const { status, body } = pageReply({
    rows: all.slice(start, start + limit + 1),
    page: requestOf(limit),
    keyOf: ({ id }) => [id],
    itemOf: (row) => row,
  })
  expect(status).toBe(200)
  return { ...(JSON.parse(body) as Body), bytes: Buffer.byteLength(body) }
}
