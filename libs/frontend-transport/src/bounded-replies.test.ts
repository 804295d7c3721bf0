import { describe, expect, it } from 'vitest'
import { flood, headOf, jsonReply, type Script } from './hostile-server.fixture.ts'
import { failureOf, transportTo } from './transport-under-test.fixture.ts'

describe('a reply without end', () => {
  it.each(Object.entries(endless))(
    '%s: reading stops at the limit, and the connection is closed',
    async (_name, [script, kind, limitBytes]) => {
      const { mine, server } = await transportTo(script)
      const error = await failureOf(mine.getThing({ params: { thingId: 1 } }))
      await server.deserted()
      expect(error.kind).toBe(kind)
      expect(server.bytesWritten()).toBeLessThan(limitBytes + inFlightBytes)
    },
  )
})

describe('the size of a reply', () => {
  it.each([
    ['a reply', 'getThing', 2 * mebibyte, thing],
    ['submission content', 'getSubmissionContent', 25 * mebibyte, '{"text":"a"}'],
  ] as const)('%s may have exactly its limit, and not a byte more', async (_what, operation, limitBytes, text) => {
    const { mine } = await transportTo((socket, _head, number) => {
      const body = padded(text, limitBytes + (number > 1 ? 1 : 0))
      if (number < 3) {
        socket.write(jsonReply(200, body))
        return
      }
      socket.write(`${headOf(200, chunked)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    })
    const ask = (): Promise<unknown> =>
      operation === 'getThing' ? mine.getThing({ params: { thingId: 1 } }) : mine.getSubmissionContent()
    await expect(ask()).resolves.toMatchObject({ status: 200 })
    for (const _how of ['by its length', 'by counting']) expect((await failureOf(ask())).kind).toBe('too_large')
  })

  it('an error body may have exactly 4 KiB', async () => {
    const refusal = '{"code":"not_found","requestId":"request-0001"}'
    const { mine } = await transportTo((socket) => socket.write(jsonReply(404, padded(refusal, 4096))))
    expect((await failureOf(mine.getThing({ params: { thingId: 1 } }))).code).toBe('not_found')
  })

  it('two million chunks of one byte take no more memory than one large one', async () => {
    const pieces = Buffer.from('1\r\n \r\n'.repeat(20_000))
    const { mine } = await transportTo((socket) => {
      socket.write(headOf(200, chunked))
      flood(socket, pieces)
    })
    const memoryBytes = await memoryOf(async () => {
      expect((await failureOf(mine.getThing({ params: { thingId: 1 } }))).kind).toBe('too_large')
    })
    expect(memoryBytes).toBeLessThan(96 * mebibyte)
  })

  it('twenty endless replies at once stay within a few times their limits', async () => {
    const { mine, server } = await transportTo((socket) => {
      socket.write(headOf(200, chunked))
      flood(socket, chunk(64 * 1024))
    })
    const memoryBytes = await memoryOf(() =>
      Promise.all(
        Array.from({ length: 20 }, async () => {
          expect((await failureOf(mine.getThing({ params: { thingId: 1 } }))).kind).toBe('too_large')
        }),
      ),
    )
    await server.deserted()
    expect(memoryBytes).toBeLessThan(20 * 6 * mebibyte)
  })
})

const mebibyte = 1024 * 1024
const json = { 'Content-Type': 'application/json' }
const chunked = { ...json, 'Transfer-Encoding': 'chunked' }
/** More than the buffers of both ends of a connection hold besides what was read: Linux lets them grow to 36 MiB. */
const inFlightBytes = 40 * mebibyte
const thing = '{"name":"a","size":1}'
const padded = (text: string, bytes: number): string => text + ' '.repeat(bytes - text.length)
const chunk = (bytes: number): Buffer => Buffer.from(`${bytes.toString(16)}\r\n${' '.repeat(bytes)}\r\n`)

const endless: Record<string, [script: Script, kind: string, limitBytes: number]> = {
  'a body without length or end': [
    (socket) => {
      socket.write(headOf(200, { ...json, Connection: 'close' }))
      flood(socket, Buffer.alloc(mebibyte, ' '))
    },
    'too_large',
    2 * mebibyte,
  ],
  'an error body without end': [
    (socket) => {
      socket.write(headOf(500, chunked))
      flood(socket, chunk(4000))
    },
    'too_large',
    4096,
  ],
  'a page without end': [
    (socket) => {
      socket.write(headOf(200, { 'Content-Type': 'text/html', 'Transfer-Encoding': 'chunked' }))
      flood(socket, chunk(mebibyte))
    },
    'malformed',
    0,
  ],
}

/** The most memory that an action used, in bytes beyond those that were in use before it. */
async function memoryOf(action: () => Promise<unknown>): Promise<number> {
  const used = (): number => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, used())
  }, 5)
  await action().finally(() => clearInterval(timer))
  return Math.max(most, used()) - before
}
