import { aSettingsChange } from '@course-grading/test-kit'
import { describe, expect } from 'vitest'
import type { Fixture } from './fixture.ts'
import { fullRun } from './full-run.ts'
import { headOf, openConnection, type RawConnection } from './raw-connection.ts'
import { patienceMs, readiness, type ServiceProcess } from './service-process.ts'
import { it as onServices } from './system-test.ts'
import { settingsOf, tokenOf } from './world.ts'

describe('a body', () => {
  it.for([
    ['with its length', limitBytes, 200],
    ['with its length', limitBytes + 1, 413],
    ['in chunks', limitBytes, 200],
    ['in chunks', limitBytes + 1, 413],
  ] as const)('%s of %d bytes: %d', async ([how, bytes, status], { publicApi, connection, put, revision }) => {
    const body = changeOf(bytes)
    const request =
      how === 'in chunks'
        ? put(['Transfer-Encoding: chunked']) + chunked(body, 65_000)
        : put([`Content-Length: ${bytes}`]) + body
    await connection.send(request)
    const answer = await connection.answer()
    expect(answer).toMatchObject({ status })
    expect(answer?.headers['connection']).toBe(status === 413 ? 'close' : 'keep-alive')
    expect((await settingsOf(publicApi)).revision).toBe(status === 413 ? revision : revision + 1)
  })

  it('is read completely in tens of thousands of pieces of one byte', async ({ connection, put }) => {
    await connection.send(put(['Transfer-Encoding: chunked']) + chunked(change.padEnd(30_000), 1))
    expect(await connection.answer()).toMatchObject({ status: 200 })
  })

  it('beyond the limit is rejected in pieces of one byte, too', async ({ publicApi, connection, put, revision }) => {
    await connection.send(
      put(['Transfer-Encoding: chunked']) +
        chunked(`${'x'.repeat(1_999_000)}`, 1_999_000).slice(0, -5) +
        chunked(' '.repeat(1_001), 1).slice(0, -5),
    )
    expect(await connection.answer()).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect((await settingsOf(publicApi)).revision).toBe(revision)
  })

  it('with trailers is read, and the trailers are ignored', async ({ connection, put }) => {
    await connection.send(
      put(['Transfer-Encoding: chunked', 'Trailer: If-Match']) +
        chunked(change, 100).replace(/0\r\n\r\n$/, '0\r\nIf-Match: "99"\r\n\r\n'),
    )
    expect(await connection.answer()).toMatchObject({ status: 200 })
  })

  it.for([
    ['with its length', 12_000_000],
    ['in chunks', 12_000_000],
  ] as const)('%s that does not end: the client sees the 413', async ([how, bytes], { connection, put }) => {
    await connection.send(put([how === 'in chunks' ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`]))
    const piece = ' '.repeat(100_000)
    const sent = (async () => {
      for (let sentBytes = 0; sentBytes < bytes; sentBytes += piece.length) {
        await connection.send(how === 'in chunks' ? chunked(piece, piece.length).slice(0, -5) : piece)
      }
    })()
    const answer = await connection.answer()
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' } })
    expect(JSON.parse(answer!.body)).toMatchObject({ error: { code: 'payload_too_large', issues: [] } })
    await sent
    expect(await connection.endedWithin(patienceMs)).toBe(true)
    expect(await connection.answer()).toBeNull()
  })

  it.for([
    ['a chunk size that is not a number', 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk longer than it says', '2\r\n{}{}\r\n0\r\n\r\n'],
    ['a chunk size beyond 64 bits', '11111111111111111\r\n'],
    ['a negative chunk size', '-1\r\n{}\r\n'],
    ['bare line feeds between chunks', '2\n{}\n0\n\n'],
  ])('with %s: 400', async ([_name, garbage], { publicApi, connection, put, revision }) => {
    await connection.send(put(['Transfer-Encoding: chunked']) + garbage)
    expect(await connection.answer()).toMatchObject({ status: 400, headers: { connection: 'close' } })
    expect(await connection.endedWithin(patienceMs)).toBe(true)
    expect((await settingsOf(publicApi)).revision).toBe(revision)
  })

  it.for(['finish', 'reset'] as const)(
    'changes nothing if only half of it comes before a %s',
    async (how, { publicApi, world, connection, put, revision }) => {
      const requestId = `half-a-body-${how}`
      await connection.send(
        put([`Content-Length: ${change.length}`, `X-Request-ID: ${requestId}`]) + change.slice(0, change.length / 2),
      )
      await world.upstream.journal.waitFor({ requestId }, patienceMs)
      connection[how]()
      await publicApi.untilLogged({ requestId })
      expect((await settingsOf(publicApi)).revision).toBe(revision)
    },
  )
})

describe('a client that sends Expect: 100-continue', () => {
  it('gets 100 Continue when the request is allowed, and the final reply after its body', async ({
    connection,
    put,
  }) => {
    await connection.send(put([`Content-Length: ${Buffer.byteLength(change)}`, 'Expect: 100-continue']))
    expect(await connection.answer()).toMatchObject({ status: 100 })
    await connection.send(change)
    expect(await connection.answer()).toMatchObject({ status: 200 })
  })

  it.for<[string, (put: Put) => string, number]>([
    ['a token that is not valid', (put) => put(['Content-Length: 2', 'Expect: 100-continue'], 'a'.repeat(40)), 401],
    ['a user who is not a teacher', (put) => put(['Content-Length: 2', 'Expect: 100-continue'], tokenOf(105)), 403],
    ['a body that is too large', (put) => put([`Content-Length: ${limitBytes + 1}`, 'Expect: 100-continue']), 413],
    ['a coding', (put) => put(['Content-Length: 2', 'Content-Encoding: gzip', 'Expect: 100-continue']), 415],
    ['an invalid precondition', (put) => put(['Content-Length: 2', 'Expect: 100-continue', 'If-Match: "1"']), 400],
  ])('is rejected at once with %s', async ([, request, status], { connection, put }) => {
    await connection.send(request(put))
    expect(await connection.answer()).toMatchObject({ status, headers: { connection: 'close' } })
    expect(await connection.endedWithin(patienceMs)).toBe(true)
  })
})

describe('requests on one connection', () => {
  it('that are sent together get their replies in order', async ({ connection, put, revision }) => {
    // The requests after the slow one are processed long before it.
    await connection.send(
      get +
        put([`Content-Length: ${Buffer.byteLength(change)}`]) +
        change +
        get.replace('settings', 'nothing') +
        get.replace('11', '0'),
    )
    const answers = [
      await connection.answer(),
      await connection.answer(),
      await connection.answer(),
      await connection.answer(),
    ]
    expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 404, 400])
    expect(answers[1]?.headers['etag']).toBe(`"${revision + 1}"`)
  })

  it('end after one that is not HTTP', async ({ connection }) => {
    await connection.send(`${get}garbage\r\n\r\n${get}`)
    const first = await connection.answer()
    expect(first === null || first.status === 200).toBe(true)
    expect(await connection.endedWithin(patienceMs)).toBe(true)
    expect(await connection.answer()).not.toMatchObject({ status: 200 })
  })

  it.runIf(fullRun)('are closed after 10 s of an incomplete header', { timeout: 600_000 }, async ({ connection }) => {
    await connection.send(get.slice(0, -20))
    expect(await connection.endedWithin(9_000)).toBe(false)
    expect(await connection.answer()).toMatchObject({ status: 408 })
  })
})

const change = JSON.stringify(aSettingsChange())
const get = headOf('GET /api/v1/courses/11/settings', `Authorization: Token ${tokenOf(101)}`)

type Put = (lines: readonly string[], token?: string) => string

/** The head of a write with these lines. */
function putting({ revision }: { revision: number }): Put {
  return (lines, token = tokenOf(101)) =>
    headOf(
      'PUT /api/v1/courses/11/settings',
      `Authorization: Token ${token}`,
      `If-Match: "${revision}"`,
      'Content-Type: application/json',
      ...lines,
    )
}

/** A connection. The service is healthy after its test. */
async function openHealthy(
  { publicApi }: { publicApi: ServiceProcess },
  { onCleanup }: Fixture,
): Promise<RawConnection> {
  const connection = await openConnection(publicApi.port)
  onCleanup(async () => {
    connection.reset()
    expect(await readiness(publicApi)).toBe(200)
    expect(publicApi.errors()).toEqual([])
  })
  return connection
}

/** A valid change of exactly this many bytes, padded with spaces. */
const changeOf = (bytes: number): string => change + ' '.repeat(bytes - Buffer.byteLength(change))
const chunked = (text: string, size: number): string => {
  const chunks: string[] = []
  for (let start = 0; start < text.length; start += size) {
    const chunk = text.slice(start, start + size)
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`)
  }
  return `${chunks.join('')}0\r\n\r\n`
}

const limitBytes = 2_000_000
const it = onServices
  .extend('revision', async ({ publicApi }) => (await settingsOf(publicApi)).revision)
  .extend('connection', openHealthy)
  .extend('put', putting)
