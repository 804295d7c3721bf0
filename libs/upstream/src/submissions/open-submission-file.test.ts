import { describe, expect, it } from 'vitest'
import { drip, replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { openSubmissionFile, type Upstream } from '../index.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { beginning, bytesOf, chunked, fileReply } from './submission-files.fixture.ts'

const { fake, upstream, as } = useFakeUpstream()
const fileOf = (submissionId: number, at: number): number => fake().world.submission(submissionId).files[at]?.id ?? 0

describe('openSubmissionFile', () => {
  it('returns the size and the bytes of a file, with one request that carries the token', async () => {
    const { sizeBytes, body } = await openSubmissionFile(upstream(), as(201), 3001, fileOf(3001, 1))
    const text = 'Muistiinpanot 1: ä ö å\n'
    expect([sizeBytes, (await bytesOf(body)).toString()]).toEqual([Buffer.byteLength(text), text])
    expect(fake().journal.entries).toMatchObject([{ operation: 'readFile', userId: 201, status: 200 }])
  })

  it('returns all bytes of a file of 30 MiB', async () => {
    const { sizeBytes, body } = await openSubmissionFile(upstream(), as(101), 3005, fileOf(3005, 1))
    const received = (await bytesOf(body)).byteLength
    expect([sizeBytes, received]).toEqual([30 * 1024 * 1024, 30 * 1024 * 1024])
  })

  it('returns an empty file, and a file whose size is not announced', async () => {
    const { upstream: client } = await upstreamWith((socket, _head, number) =>
      socket.write(number === 1 ? fileReply('') : `${chunked}3\r\nabc\r\n0\r\n\r\n`),
    )
    expect(await open(client).then(async ({ sizeBytes, body }) => [sizeBytes, await bytesOf(body)])).toEqual([
      0,
      Buffer.alloc(0),
    ])
    const { sizeBytes, body } = await open(client)
    expect([sizeBytes, (await bytesOf(body)).toString()]).toEqual([null, 'abc'])
  })

  it.each([
    ['a file of another submission', 101, 3001, () => fileOf(3002, 0), 404],
    ['a file of somebody else', 202, 3001, () => fileOf(3001, 0), 403],
  ])('rejects %s before it returns a stream', async (_what, userId, submissionId, fileId, status) => {
    const error = await failureOf(openSubmissionFile(upstream(), as(userId), submissionId, fileId()))
    expect(error).toMatchObject({ code: 'upstream_rejected', status })
  })

  it('reads from A+ no faster than the reader takes the bytes, and a slow reader has no timeout', async () => {
    const sizeBytes = 64 * 1024 * 1024
    let sent = 0
    const { upstream: client } = await upstreamWith(
      (socket) => {
        socket.write(fileReply('', { 'Content-Length': String(sizeBytes) }))
        const piece = Buffer.alloc(1024 * 1024)
        const pump = (): void => {
          while (sent < sizeBytes && !socket.destroyed) {
            sent += piece.byteLength
            if (!socket.write(piece)) return void socket.once('drain', pump)
          }
        }
        pump()
      },
      { limits: { streamIdleMs: 500 } },
    )
    const { body } = await open(client)
    await body.next()
    await new Promise((resolve) => setTimeout(resolve, 1200))
    const sentMeanwhile = sent
    expect(sentMeanwhile).toBeLessThan(sizeBytes / 2)
    let received = 0
    for await (const piece of body) received += piece.byteLength
    expect(received).toBeGreaterThan(sizeBytes - 1024 * 1024)
  })
})

describe('a file stream that ends early or late', () => {
  it.each([
    ['before its announced length', fileReply('half', { 'Content-Length': '8' })],
    ['before its last chunk', `${chunked}4\r\nhalf\r\n`],
    ['within a chunk', `${chunked}8\r\nhalf`],
  ])('throws after the last received byte if the connection ends %s', async (_what, reply) => {
    const { upstream: client } = await upstreamWith((socket) => socket.end(reply))
    const { body } = await open(client)
    expect(Buffer.from((await body.next()).value ?? []).toString()).toBe('half')
    expect(await failureOf(body.next())).toMatchObject({ reason: 'cut_off', code: 'upstream_unavailable' })
  })

  it('throws if the connection is reset', async () => {
    const { upstream: client } = await upstreamWith((socket) => {
      socket.write(beginning)
      setTimeout(() => socket.resetAndDestroy(), 50)
    })
    expect((await failureOf(read(client))).reason).toBe('cut_off')
  })

  it('is not requested a second time after the reply has begun', async () => {
    const { upstream: client, server } = await upstreamWith((socket) => socket.end(beginning))
    await failureOf(read(client))
    expect(server.requests).toHaveLength(1)
  })

  it.each([
    ['a connection that was closed', null],
    ['a reply of a gateway that does not reach A+', replyOf(503, '')],
  ])('is requested a second time after %s', async (_what, reply) => {
    const { upstream: client, server } = await upstreamWith((socket, _head, number) => {
      if (number > 1) socket.write(fileReply('bytes'))
      else if (reply === null) socket.destroy()
      else socket.write(reply)
    })
    expect((await read(client)).toString()).toBe('bytes')
    expect(server.requests).toHaveLength(2)
  })

  it('times out if the head of the reply does not arrive within the time limit of a call', async () => {
    const { upstream: client } = await upstreamWith(() => {}, { timeoutMs: 300 })
    const result = await failureOf(open(client))
    expect(result.reason).toBe('timeout')
  })

  it('times out if the next piece does not arrive within the limit between pieces', async () => {
    const { upstream: client } = await upstreamWith((socket) => socket.write(beginning), {
      limits: { streamIdleMs: 300 },
    })
    const result = await failureOf(read(client))
    expect(result.reason).toBe('timeout')
  })

  it('has no time limit as a whole while pieces arrive', async () => {
    const { upstream: client } = await upstreamWith(
      (socket) => {
        socket.write(fileReply('', { 'Content-Length': '20' }))
        drip(socket, 100, () => socket.write('x'))
      },
      { timeoutMs: 1000, limits: { streamIdleMs: 1000 } },
    )
    expect(await read(client)).toHaveLength(20)
  })

  const leavings: [string, (client: Upstream) => Promise<void>][] = [
    [
      'breaks out of the loop',
      async (client) => {
        for await (const piece of (await open(client)).body) if (piece.byteLength > 0) break
      },
    ],
    [
      'ends the stream while waiting for a piece',
      async (client) => {
        const { body } = await open(client)
        await body.next()
        const waiting = body.next()
        await body.return?.()
        expect(await waiting).toEqual({ done: true, value: undefined })
      },
    ],
    ['ends the stream without reading', async (client) => void (await (await open(client)).body.return?.())],
    [
      'aborts while waiting for a piece',
      async (client) => {
        const caller = new AbortController()
        const { body } = await open(client, caller.signal)
        await body.next()
        const waiting = failureOf(body.next())
        caller.abort()
        expect((await waiting).reason).toBe('aborted')
      },
    ],
    [
      'aborts and reads no more',
      async (client) => {
        const caller = new AbortController()
        const { body } = await open(client, caller.signal)
        await body.next()
        caller.abort()
      },
    ],
  ]
  it.each(leavings)('closes the connection when the reader %s', async (_how, leave) => {
    const gone = Promise.withResolvers<void>()
    const { upstream: client } = await upstreamWith((socket) => {
      socket.write(beginning)
      socket.on('close', () => gone.resolve())
    })
    await leave(client)
    await gone.promise
  })
})

const open = (client: Upstream, signal?: AbortSignal) =>
  openSubmissionFile(client, { ...someCall, ...(signal === undefined ? {} : { signal }) }, 3001, 7)
const read = async (client: Upstream, signal?: AbortSignal) => bytesOf((await open(client, signal)).body)
