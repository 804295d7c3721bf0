import { isDeepStrictEqual } from 'node:util'
import { readJson } from '@course-grading/domain/json/read-json'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UpstreamError } from '../call/upstream-error.ts'
import { jsonRows } from './json-rows.ts'

describe('jsonRows', () => {
  it.each([
    ['arrays', textOfArray],
    ['arrays with one change', damaged],
    ['random sequences of tokens', soup],
  ])(
    'reads %s with the same result as the reader of whole documents, wherever the bytes are cut',
    async (_what, texts) => {
      await fc.assert(
        fc.asyncProperty(texts, cuts, async (text, places) =>
          isDeepStrictEqual(await rowsOf(Buffer.from(text), places), rowsOfDocument(text)),
        ),
        { numRuns: 2000 },
      )
    },
  )

  it.each([
    '',
    ' ',
    '[',
    '[]]',
    '[],',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[,]',
    '[1 2]',
    '[}',
    '[{]',
    '[[1}]',
    '{}',
    '{"a":[1]}',
    '"[]"',
    '1',
    'null',
    '[1] x',
    'x[1]',
    '["a]',
    '["\\"]',
    '\uFEFF[]',
  ])('refuses %j', async (text) => {
    expect(await rowsOf(Buffer.from(text))).toBe('not_json')
  })

  it.each([
    ['a duplicate key', '[{"a":1,"\\u0061":2}]'],
    ['a row 33 levels deep', `[${'['.repeat(33)}${']'.repeat(33)}]`],
    ['an integer that was rounded', '[9007199254740993]'],
    ['endless brackets', '['.repeat(1_000_000)],
    ['a row of 50,001 elements', `[[${'0,'.repeat(50_000)}0]]`],
  ])('refuses %s', async (_what, text) => {
    expect(await rowsOf(Buffer.from(text))).toBe('not_json')
  })

  it('refuses bytes that are not UTF-8', async () => {
    expect(await rowsOf(Buffer.from('["ä"]', 'latin1'))).toBe('not_json')
  })

  it.each([
    ['an escaped NUL', '["\\u0000"]', ['\0']],
    ['a lone surrogate', '[{"\\ud83d":1}]', [{ '\ud83d': 1 }]],
  ])('accepts a text that is not kept, with %s', async (_what, text, rows) =>
    expect(await rowsOf(Buffer.from(text))).toEqual(rows),
  )

  it('accepts more rows than one document may have members', async () => {
    const rows = await rowsOf(Buffer.from(`[${'{"a":[1]},'.repeat(200_000)}0]`))
    expect(rows).toHaveLength(200_001)
  })

  it('refuses a row of more than 16 MiB before it has arrived entirely', async () => {
    const long = Buffer.concat([Buffer.from('["'), Buffer.alloc(16 * 1024 * 1024, 'x')])
    expect(await rowsOf(long, [1, 2, 1000])).toBe('too_large')
  })

  it('takes linear time for a body that arrives byte by byte', async () => {
    async function* bytes(count: number): AsyncGenerator<Uint8Array> {
      yield Buffer.from('["')
      for (let sent = 0; sent < count; sent += 1) yield Buffer.from('x')
      yield Buffer.from('"]')
    }
    const leastCpuMs = async (count: number): Promise<number> => {
      const runs: number[] = []
      for (let run = 0; run < 3; run += 1) {
        const before = process.threadCpuUsage()
        await keepAll(bytes(count), null)
        runs.push(process.threadCpuUsage(before).user / 1000)
      }
      return Math.min(...runs)
    }
    const eighthMs = await leastCpuMs(50_000)
    expect(await leastCpuMs(400_000)).toBeLessThan(24 * eighthMs + 200)
  })
})

const keepAll = jsonRows(() => {
  const rows: unknown[] = []
  return { take: (row) => void rows.push(row), result: () => rows }
})

/** The rows of a text that arrives in pieces, or the reason why there are none. */
async function rowsOf(bytes: Uint8Array, cuts: readonly number[] = []): Promise<unknown[] | string> {
  async function* body(): AsyncGenerator<Uint8Array> {
    const positions = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
    for (const [at, start] of positions.entries()) yield bytes.subarray(start, positions[at + 1] ?? start)
  }
  try {
    return await keepAll(body(), null)
  } catch (error) {
    if (error instanceof UpstreamError) return error.reason
    throw error
  }
}

/** What the reader of whole documents makes of a short one. */
function rowsOfDocument(text: string): unknown[] | string {
  const document = readJson(Buffer.from(text), { allowsAnyString: true })
  return document.ok && Array.isArray(document.value) ? document.value : 'not_json'
}

const cuts = fc.array(fc.nat(), { maxLength: 6 })
const textOfArray = fc
  .tuple(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.constantFrom('', ' ', '\n\t', '\r\n'))
  .map(([rows, gap]) => `${gap}[${gap}${rows.map((row) => JSON.stringify(row)).join(`${gap},${gap}`)}${gap}]${gap}`)
const piece = fc.constantFrom(...'[]{},:"\\ ', '0', '{"a":1}', '"[,]"', '"\\""', 'ä', '"ä"')
const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const damaged = fc.tuple(textOfArray, fc.nat(), fc.nat({ max: 2 }), piece).map(([text, at, removed, added]) => {
  const position = at % (text.length + 1)
  return `${text.slice(0, position)}${added}${text.slice(position + removed)}`.toWellFormed()
})
