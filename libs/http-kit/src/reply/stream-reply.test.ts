import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { connectRaw, eventually, exchangeRaw, type RawClient } from '../server/raw-client.fixture.ts'
import { primed, streamPieces, type StreamLimits } from './stream-reply.ts'
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

describe('streamPieces', () => {
  it('writes every piece in order and ends the reply', async () => {
    const source = watched(async (index) => (index === 3 ? null : `piece ${index};`))
    const { port, outcomes } = await serve(() => source.pieces)
    const reply = await exchangeRaw(port, request)
    expect(reply.match(/piece \d;/g)).toEqual(['piece 0;', 'piece 1;', 'piece 2;'])
    expect(reply).toMatch(/\r\n0\r\n\r\n$/)
    expect(outcomes).toEqual(['done'])
  })

  it('reads from the source only as fast as the reader takes pieces', async () => {
    const source = endless()
    const { port, answers } = await serve(() => source.pieces)
    const client = connect(port)
    client.pause()
    let before = -1
    await expect
      .poll(
        () => {
          const stands = before === source.taken
          before = source.taken
          return stands && source.taken > 0
        },
        { interval: 300 },
      )
      .toBe(true)
    // Linux lets the buffers of both ends of a connection grow to 36 MiB.
    expect(source.taken).toBeLessThan(40)
    expect(answers[0]?.writableLength).toBeLessThan(2 * mebibyte.length)
    const stoodAt = source.taken
    client.resume()
    await eventually(() => source.taken > stoodAt + 40)
  })

  it.each([
    ['bytes', Buffer.alloc(64 * 1024, 'x')],
    ['text that is not ASCII', 'ä'.repeat(32 * 1024)],
  ])('gives other work its turn after each 64 KiB of %s, however fast source and reader are', async (_what, piece) => {
    let turn = 0
    let hasEnded = false
    const count = (): void => {
      turn += 1
      if (!hasEnded) setImmediate(count)
    }
    count()
    const turnOfPiece: number[] = []
    const source = watched(async (index) => {
      turnOfPiece.push(turn)
      return index === 30 ? null : piece
    })
    const { port } = await serve(() => source.pieces)
    await connect(port).closed
    hasEnded = true
    expect(new Set(turnOfPiece).size).toBe(31)
  })

  it('ends the source when the reader leaves, and does not reject', async () => {
    const source = endless()
    const { port, outcomes } = await serve(() => source.pieces)
    const client = connect(port)
    await client.until('xxxx')
    client.destroy()
    await expect.poll(() => source.ended).toBe(true)
    expect(outcomes).toEqual(['done'])
  })

  it('ends the source when the reader left while the source was working', async () => {
    const late = Promise.withResolvers<string>()
    const source = watched(async (index) => (index === 0 ? 'first' : await late.promise))
    const { port, answers } = await serve(() => source.pieces)
    const client = connect(port)
    await client.until('first')
    client.destroy()
    await eventually(() => answers[0]?.destroyed === true)
    late.resolve('second')
    await expect.poll(() => source.ended).toBe(true)
  })

  it.each([
    ['closed its connection', (client: RawClient) => client.destroy()],
    ['ended its direction', (client: RawClient) => client.end('')],
  ])('does not reject when the source fails after the reader %s', async (_how, leave) => {
    const late = Promise.withResolvers<string>()
    const source = watched(async (index) => (index === 0 ? 'first' : await late.promise))
    const { port, outcomes, answers } = await serve(() => source.pieces)
    const client = connect(port)
    await client.until('first')
    leave(client)
    await eventually(() => answers[0]?.destroyed === true || answers[0]?.req.socket.readableEnded === true)
    late.reject(new Error('the source'))
    await expect.poll(() => outcomes).toEqual(['done'])
    expect(answers[0]?.destroyed).toBe(true)
  })

  it('rejects when the reader takes nothing for too long', async () => {
    const source = endless()
    const { port, outcomes } = await serve(() => source.pieces, { ...generous, stallMs: 200 })
    connect(port).pause()
    await eventually(() => outcomes.length === 1)
    expect(outcomes[0]).toBeInstanceOf(Error)
    expect(source.ended).toBe(true)
  })

  it('rejects when the whole time has passed, even if the reader takes every piece', async () => {
    const source = watched(async () => {
      await new Promise((resolve) => void setTimeout(resolve, 5))
      return 'x'
    })
    const { port, outcomes } = await serve(() => source.pieces, { ...generous, wholeMs: 200 })
    const reply = await connect(port).closed
    expect(reply).not.toMatch(/0\r\n\r\n$/)
    expect(outcomes[0]).toBeInstanceOf(Error)
    expect(source.ended).toBe(true)
  })

  it('is cut at the word of another, also while its reader takes nothing', async () => {
    const cut = new AbortController()
    const source = endless()
    const { port, outcomes, answers } = await serve(() => source.pieces, { ...generous, cut: cut.signal })
    const client = connect(port)
    client.pause()
    await eventually(() => answers[0]?.writableNeedDrain === true)
    cut.abort()
    await eventually(() => outcomes.length === 1)
    expect(String(outcomes[0])).toMatch('or was cut')
    expect(source.ended).toBe(true)
  })

  it('rejects with the error of the source, and does not end the reply', async () => {
    const failure = new Error('the source')
    const seen = Promise.withResolvers<void>()
    const source = watched(async (index) => {
      if (index === 0) return 'piece'
      await seen.promise
      throw failure
    })
    const { port, outcomes } = await serve(() => source.pieces)
    const client = connect(port)
    await client.until('piece')
    seen.resolve()
    expect(await client.closed).not.toMatch(/0\r\n\r\n$/)
    expect(outcomes).toEqual([failure])
  })

  it.each([
    ['fewer', 3, false],
    ['as many', 2, true],
    ['more', 1, false],
  ])(
    'ends the reply only if the pieces have the announced length: %s bytes announced than sent',
    async (_how, sizeBytes, isWhole) => {
      const source = watched(async (index) => (index === 2 ? null : 'x'))
      const { port, outcomes } = await serve(() => source.pieces, { ...generous, sizeBytes })
      const reply = await connect(port).closed
      expect(reply.endsWith('0\r\n\r\n')).toBe(isWhole)
      expect(outcomes).toEqual([isWhole ? 'done' : expect.any(Error)])
    },
  )

  it('leaves no timer behind, however it ends', async () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    try {
      for (const end of [async () => null, () => Promise.reject(new Error('the source'))]) {
        set.mockClear()
        cleared.mockClear()
        const { port, outcomes } = await serve(() => watched(end).pieces, { ...generous, wholeMs: 598_765 })
        await connect(port).closed
        await eventually(() => outcomes.length === 1)
        const timers = set.mock.results.filter((_, at) => set.mock.calls[at]?.[1] === 598_765)
        expect(timers).toHaveLength(1)
        expect(cleared.mock.calls.map(([timer]) => timer)).toContain(timers[0]?.value)
      }
    } finally {
      set.mockRestore()
      cleared.mockRestore()
    }
  })

  it('has no time limit as a whole if none is set, while the reader takes pieces', async () => {
    const source = watched(async (index) => {
      await new Promise((resolve) => void setTimeout(resolve, 20))
      return index === 10 ? null : 'x'
    })
    const { port, outcomes } = await serve(() => source.pieces, { stallMs: 200, wholeMs: null })
    expect(await connect(port).closed).toMatch(/0\r\n\r\n$/)
    expect(outcomes).toEqual(['done'])
  })
})

const attachment = (content: string | AsyncIterable<string | Uint8Array>) => ({
  mediaType: 'text/plain',
  fileName: 'a.txt',
  content,
})

describe('primed', () => {
  it('waits only for the first piece, and loses none', async () => {
    const source = watched(async (index) => (index === 3 ? null : String(index)))
    const { content } = await primed(attachment(source.pieces))
    expect(source.taken).toBe(1)
    expect(await Array.fromAsync(content as AsyncIterable<string>)).toEqual(['0', '1', '2'])
  })

  it('accepts a source without pieces', async () => {
    const { content } = await primed(attachment(watched(async () => null).pieces))
    expect(await Array.fromAsync(content as AsyncIterable<string>)).toEqual([])
  })

  it('rejects with the error of the first piece', async () => {
    const failure = new Error('no database')
    await expect(primed(attachment(watched(() => Promise.reject(failure)).pieces))).rejects.toBe(failure)
  })

  it('ends the source if nobody reads the other pieces', async () => {
    const source = endless()
    const { content } = await primed(attachment(source.pieces))
    for await (const _piece of content as AsyncIterable<string>) break
    expect(source.ended).toBe(true)
  })

  it('returns a text unchanged', async () => {
    const text = attachment('text')
    expect(await primed(text)).toBe(text)
  })
})

const mebibyte = Buffer.alloc(1024 * 1024, 'x')
const generous: StreamLimits = { stallMs: 600_000, wholeMs: 600_000 }
const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

/** A source that counts how often it was read, and notes when it was ended. */
interface WatchedSource {
  readonly pieces: AsyncIterable<string | Uint8Array>
  taken: number
  ended: boolean
}

function watched(piece: (index: number) => Promise<string | Uint8Array | null>): WatchedSource {
  const source = { taken: 0, ended: false }
  async function* pieces() {
    try {
      for (;;) {
        const next = await piece(source.taken)
        if (next === null) return
        source.taken += 1
        yield next
      }
    } finally {
      source.ended = true
    }
  }
  return Object.assign(source, { pieces: pieces() })
}

const endless = (): WatchedSource => watched(async () => mebibyte)

/** A server that replies to every request with a stream. As in an app, an error of the stream cuts the reply. */
async function serve(pieces: () => AsyncIterable<string | Uint8Array>, limits = generous) {
  const outcomes: unknown[] = []
  const answers: ServerResponse[] = []
  const server = createServer((_request, res) => {
    answers.push(res)
    streamPieces(res, pieces(), limits).then(
      () => outcomes.push('done'),
      (error: unknown) => {
        outcomes.push(error)
        res.destroy()
      },
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, outcomes, answers }
}

const closers: (() => Promise<unknown>)[] = []

function connect(port: number): RawClient {
  const client = connectRaw(port)
  closers.push(async () => client.destroy())
  client.send(request)
  return client
}
