import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { drip, replyOf } from '../adversarial-server.fixture.ts'
import { useFakeUpstream } from '../fake-upstream-client.fixture.ts'
import { readSubmissionFile, type Upstream } from '../index.ts'
import { failureOf, someCall, upstreamWith } from '../upstream-under-test.fixture.ts'
import { chunked, fileReply } from './submission-files.fixture.ts'

const { fake, upstream, as } = useFakeUpstream()
const fileOf = (submissionId: number, at: number): number => fake().world.submission(submissionId).files[at]?.id ?? 0

describe('readSubmissionFile', () => {
  it('returns the bytes of a file, with one request that carries the token', async () => {
    const reading = await readSubmissionFile(upstream(), as(201), 3001, fileOf(3001, 1), 1000)
    if (reading.tooLarge) throw new Error('too large')
    expect(Buffer.from(reading.bytes).toString()).toBe('Muistiinpanot 1: ä ö å\n')
    expect(fake().journal.entries).toMatchObject([{ operation: 'readFile', userId: 201, status: 200 }])
  })

  it('returns an empty file, and a file of exactly the limit', async () => {
    const { upstream: client } = await upstreamWith((socket, head) =>
      socket.write(fileReply(head.includes('/files/1 ') ? '' : 'x'.repeat(100))),
    )
    expect(await readSubmissionFile(client, someCall, 3001, 1, 100)).toEqual({
      tooLarge: false,
      bytes: Buffer.alloc(0),
    })
    expect(await readSubmissionFile(client, someCall, 3001, 2, 100)).toMatchObject({ tooLarge: false })
    expect(await readSubmissionFile(client, someCall, 3001, 2, 99)).toEqual({ tooLarge: true, sizeBytes: 100 })
  })

  it('returns the size of a file that is too large, and does not read its body', async () => {
    const reading = await readSubmissionFile(upstream(), as(101), 3005, fileOf(3005, 1), 5 * 1024 * 1024)
    expect(reading).toEqual({ tooLarge: true, sizeBytes: 30 * 1024 * 1024 })
    await expect.poll(() => fake().journal.entries[0]?.outcome).toBe('client_left')
  })

  it('returns no size of a file that is too large and did not announce its length', async () => {
    const gone = Promise.withResolvers<void>()
    const { upstream: client } = await upstreamWith((socket) => {
      socket.on('close', () => gone.resolve())
      socket.write(`${chunked}65\r\n${'x'.repeat(0x65)}\r\n`)
    })
    expect(await readSubmissionFile(client, someCall, 3001, 1, 100)).toEqual({ tooLarge: true, sizeBytes: null })
    await gone.promise
  })

  it.each([
    ['a file of another submission', 101, 3001, () => fileOf(3002, 0), 404],
    ['a file of somebody else', 202, 3001, () => fileOf(3001, 0), 403],
  ])('rejects %s', async (_what, userId, submissionId, fileId, status) => {
    const error = await failureOf(readSubmissionFile(upstream(), as(userId), submissionId, fileId(), 1000))
    expect(error).toMatchObject({ code: 'upstream_rejected', status })
  })

  it('rejects a file whose content is missing', async () => {
    const [file] = fake().world.submission(3002).files
    if (file === undefined) throw new Error('no file')
    const { content } = file
    file.content = null
    onTestFinished(() => void (file.content = content))
    expect(await failureOf(readSubmissionFile(upstream(), as(101), 3002, file.id, 1000))).toMatchObject({
      code: 'upstream_rejected',
      status: 404,
    })
  })

  it.each([
    ['an HTML page', 'media_type', replyOf(200, '<!doctype html>', { 'Content-Type': 'text/html' })],
    ['JSON', 'media_type', replyOf(200, '{}')],
    ['no media type', 'media_type', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab'],
    ['a compressed file', 'encoding', fileReply(gzipSync('text'), { 'Content-Encoding': 'gzip' })],
    ['a part of the file', 'unexpected_status', replyOf(206, 'ab', { 'Content-Type': 'application/octet-stream' })],
  ])('rejects %s', async (_what, reason, reply) => {
    const { upstream: client } = await upstreamWith((socket) => socket.write(reply))
    expect((await failureOf(readSubmissionFile(client, someCall, 3001, 1, 1000))).reason).toBe(reason)
  })

  it.each([
    ['its announced length', fileReply('half', { 'Content-Length': '8' })],
    ['its last chunk', `${chunked}4\r\nhalf\r\n`],
  ])('rejects a file that ends before %s', async (_what, reply) => {
    const { upstream: client } = await upstreamWith((socket) => socket.end(reply))
    expect((await failureOf(readSubmissionFile(client, someCall, 3001, 1, 1000))).reason).toBe('cut_off')
  })

  it.each([
    ['neither a length nor chunks', ''],
    ['a transfer coding other than chunks', 'Transfer-Encoding: gzip\r\n'],
  ])('rejects a file with %s, since it may be incomplete', async (_what, header) => {
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nConnection: close\r\n${header}\r\n`
    const { upstream: client } = await upstreamWith((socket) => socket.end(`${head}half`))
    expect(await failureOf(readSubmissionFile(client, someCall, 3001, 1, 1000))).toMatchObject({
      reason: 'not_http',
      code: 'upstream_malformed',
    })
  })
})

describe('the time of readSubmissionFile', () => {
  const slowly = (sizeBytes: number, everyMs: number) => (socket: Socket) => {
    socket.write(fileReply('', { 'Content-Length': String(sizeBytes) }))
    drip(socket, everyMs, () => socket.write('x'))
  }
  const read = (client: Upstream, signal?: AbortSignal) =>
    readSubmissionFile(client, { ...someCall, ...(signal === undefined ? {} : { signal }) }, 3001, 1, 1000)

  it('has no limit as a whole while pieces arrive', async () => {
    const { upstream: client } = await upstreamWith(slowly(20, 100), {
      timeoutMs: 1000,
      limits: { streamIdleMs: 1000 },
    })
    expect(await read(client)).toEqual({ tooLarge: false, bytes: Buffer.from('x'.repeat(20)) })
  })

  it.each([
    ['the head does not arrive within the time limit of a call', () => {}, { timeoutMs: 300 }],
    [
      'the next piece does not arrive within the limit between pieces',
      (socket: Socket) => void socket.write(fileReply('half', { 'Content-Length': '8' })),
      { limits: { streamIdleMs: 300 } },
    ],
  ])('ends if %s', async (_when, script, options) => {
    const { upstream: client } = await upstreamWith(script, options)
    const result = await failureOf(read(client))
    expect(result.reason).toBe('timeout')
  })

  it('ends when the signal of the call fires, also while it waits for a slot', async () => {
    const { upstream: client, server } = await upstreamWith(slowly(1000, 20), { concurrency: 1 })
    const caller = new AbortController()
    const readings = [1, 2].map(() => failureOf(read(client, caller.signal)))
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 60_000, interval: 5 })
    caller.abort()
    expect((await Promise.all(readings)).map(({ reason }) => reason)).toEqual(['aborted', 'aborted'])
    expect(server.requests).toHaveLength(1)
  })

  it('does not count the wait for a slot, which may be longer than the time limit of a call', async () => {
    const { upstream: client } = await upstreamWith(slowly(10, 100), {
      concurrency: 1,
      timeoutMs: 600,
      limits: { queueWaitMs: 1 },
    })
    const readings = await Promise.all([1, 2].map(() => read(client)))
    expect(readings.map(({ tooLarge }) => tooLarge)).toEqual([false, false])
  })
})
