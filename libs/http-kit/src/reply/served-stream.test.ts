import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw, exchangeRaw } from '../server/raw-client.fixture.ts'
import { aBoundary, anOperation } from '../operations/an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from '../operations/serve-boundary.fixture.ts'

let served: ServedBoundary | undefined
afterEach(() => served?.close())

describe('a streamed reply of an operation', () => {
  it('is an attachment with headers against caching and content sniffing', async () => {
    const { port } = await serve(
      (async function* () {
        yield 'a\n'
        yield 'b\n'
      })(),
    )
    const reply = await exchangeRaw(port, request())
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    for (const line of [
      'Content-Type: text/csv; charset=utf-8',
      'Content-Disposition: attachment; filename="things-1.csv"',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Transfer-Encoding: chunked',
    ])
      expect(reply).toContain(`${line}\r\n`)
    expect(reply).toMatch(/\na\n[^]*b\n\r\n0\r\n\r\n$/)
  })

  it('has a Content-Length if the content is one text', async () => {
    const { port } = await serve('ä')
    expect(await exchangeRaw(port, request())).toMatch(/Content-Length: 2\r\n[^]*\r\n\r\n\xc3\xa4$/)
  })

  it('has a Content-Length that is known in advance, the full file name and an ASCII one, and no charset for bytes', async () => {
    const { port } = await serve(
      (async function* () {
        yield 'abc'
      })(),
    )
    const reply = await exchangeRaw(port, request().replace('/things.csv', '/thing'))
    for (const line of [
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename="kk.txt"; filename*=UTF-8''%C3%A4%C3%A4k%28k%29%27%2A.txt`,
      'Content-Security-Policy: sandbox',
      'Content-Length: 3',
    ])
      expect(reply).toContain(`${line}\r\n`)
    expect(reply).toMatch(/\r\n\r\nabc$/)
  })

  it('is a problem like any other if the first piece fails', async () => {
    const { port, logLines } = await serve(failing())
    const reply = await exchangeRaw(port, request())
    expect(reply).toMatch(/^HTTP\/1\.1 500 [^]*\r\n\r\n\{"code":"internal","requestId":"[^"]+"\}$/)
    expect(reply).not.toContain('Content-Disposition')
    expect(logLines.filter((line) => line.includes('unforeseen error'))).toHaveLength(1)
    expect(logLines.join('')).not.toContain('hush')
  })

  it('is cut, not ended, if a later piece fails', async () => {
    const seen = Promise.withResolvers<void>()
    const { port, logLines } = await serve(
      (async function* () {
        yield 'a\n'
        await seen.promise
        throw new Error('hush')
      })(),
    )
    const client = connectRaw(port)
    client.send(request())
    await client.until('a\n\r\n')
    seen.resolve()
    expect(await client.closed).toMatch(/2\r\na\n\r\n$/)
    expect(levelsOfCuts(logLines)).toEqual(['error'])
    expect(logLines.join('')).not.toContain('hush')
  })

  it.each([
    ['a text', 'a\n'],
    ['pieces', null],
  ])('has only headers for HEAD: %s', async (_name, text) => {
    let ended = false
    const pieces = (async function* () {
      try {
        for (;;) yield 'a\n'
      } finally {
        ended = true
      }
    })()
    const { port } = await serve(text ?? pieces)
    expect(await exchangeRaw(port, request('HEAD'))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[^]*filename="things-1\.csv"[^]*\r\n\r\n$/,
    )
    expect(ended).toBe(text === null)
  })
})

const boundary = defineBoundary({
  ...aBoundary,
  operations: {
    exportThings: defineOperation({
      ...anOperation,
      path: '/things.csv',
      replies: { 200: { description: '', mediaType: 'text/csv' } },
    }),
    getThing: defineOperation({
      ...anOperation,
      replies: { 200: { description: '', mediaType: 'application/octet-stream', isUnlimited: true } },
    }),
  },
})

/** Serves an operation that replies with these pieces as an attachment. */
async function serve(content: string | AsyncIterable<string>): Promise<ServedBoundary> {
  served = await serveBoundary<typeof boundary>(boundary, {
    exportThings: async () => ({
      status: 200,
      attachment: { mediaType: 'text/csv', fileName: 'things-1.csv', content },
    }),
    getThing: async () => ({
      status: 200,
      headers: { 'Content-Security-Policy': 'sandbox' },
      attachment: {
        mediaType: 'application/octet-stream',
        fileName: 'kk.txt',
        fullFileName: "ääk(k)'*.txt",
        sizeBytes: 3,
        content,
      },
    }),
  })
  return served
}

const failing = (): AsyncIterable<string> => ({
  [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('hush')) }),
})

const request = (method = 'GET'): string => `${method} /things.csv HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

const levelsOfCuts = (logLines: readonly string[]): unknown[] =>
  logLines
    .filter((line) => line.includes('reply cut'))
    .map((line) => (JSON.parse(line) as { readonly level: unknown }).level)
