import { defineBoundary, defineOperation } from '@course-grading/contracts/operation/operation'
import Type from 'typebox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectRaw, eventually, type RawClient } from '../server/raw-client.fixture.ts'
import { aBoundary, anOperation } from '../operations/an-operation.fixture.ts'
import { serveBoundary, type ServedBoundary } from '../operations/serve-boundary.fixture.ts'

describe('a body that arrives slowly', { timeout: 20_000 }, () => {
  it('is accepted within 30 s if it is JSON', async () => {
    await beginBody('/json', 'application/json')
    vi.advanceTimersByTime(29_000)
    client.send('{}')
    expect(await client.until('late')).toContain('HTTP/1.1 200 OK')
  })

  it('gets a problem after 30 s if it is JSON, and the connection ends', async () => {
    await beginBody('/json', 'application/json')
    client.send('{')
    vi.advanceTimersByTime(30_000)
    const { status, requestId, problem } = problemIn(await client.closed)
    expect([status, problem]).toEqual(['408', { code: 'request_timeout', requestId }])
  })

  it('ends the connection after 30 s without a second reply if its request was already rejected', async () => {
    client.send('PUT /nowhere HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{')
    await client.until('not_found')
    vi.advanceTimersByTime(30_000)
    expect(await client.closed).toMatch(/^HTTP\/1\.1 404 [^]*"not_found"[^{}]*\}$/)
  })

  it('has the time limit of the server if it is CSV', async () => {
    await beginBody('/csv', 'text/csv')
    vi.advanceTimersByTime(59_000)
    client.send('ab')
    expect(await client.until('late')).toContain('HTTP/1.1 200 OK')
  })

  it('does not reduce the time for calls if it is CSV', async () => {
    await beginBody('/csv', 'text/csv')
    vi.advanceTimersByTime(20)
    await ranOut.promise
    client.send('ab')
    expect(await client.until('late')).toContain('{"late":false}')
  })
})

describe('a body that is no HTTP', { timeout: 20_000 }, () => {
  it.each([
    ['has a bad chunk', '2\r\n{}\r\nzz\r\n'],
    ['has a bad chunk twice', 'zz\r\n', 'zz\r\n'],
    ['ends early', '2\r\n{', null],
  ])('gets a problem if it %s', async (_what, ...pieces) => {
    client.send('PUT /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
    for (const piece of pieces) {
      if (piece === null) client.end('')
      else client.send(piece)
    }
    const { status, requestId, problem } = problemIn(await client.closed)
    const fieldErrors = [{ path: '$', code: 'malformed_json', message: expect.any(String) }]
    expect([status, problem]).toEqual(['400', { code: 'validation_failed', requestId, fieldErrors }])
  })
})

describe('a body of many pieces', { timeout: 20_000 }, () => {
  it('is paused after each 500 pieces, and then read further', async () => {
    const chunks = (count: number): string => '1\r\n \r\n'.repeat(count)
    client.send('PUT /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n')
    client.send(`${chunks(1_200)}2\r\n{}\r\n0\r\n\r\n`)
    for (let rest = 1; rest <= 2; rest += 1) {
      await eventually(() => vi.getTimerCount() === 3) // the request's own limit, its deadline, and the pause
      expect(client.received()).toBe('')
      vi.advanceTimersByTime(25)
    }
    expect(await client.until('late')).toContain('HTTP/1.1 200 OK')
  })
})

describe('a body that has arrived', () => {
  it('no longer has a time limit', async () => {
    await beginBody('/json', 'application/json')
    client.send('{}')
    await client.until('late')
    await eventually(() => vi.getTimerCount() === 0)
  })
})

/** Resolves when the time limit for calls, which counts from the beginning of the request, has passed. */
let ranOut: PromiseWithResolvers<void>
let served: ServedBoundary
let client: RawClient
beforeEach(setUpTest)
afterEach(() => {
  client.destroy()
  served.close()
  vi.useRealTimers()
})

const putting = { ...anOperation, method: 'put' } as const
const replies = { 200: { description: '', schema: Type.Object({ late: Type.Boolean() }) } }
const boundary = defineBoundary({
  ...aBoundary,
  operations: {
    putThing: defineOperation({ ...putting, path: '/json', body: Type.Object({}), replies }),
    importThings: defineOperation({ ...putting, path: '/csv', csvBody: true, upstreamLimitMs: 20, replies }),
  },
})

const authorize = async ({ deadline }: { readonly deadline: () => AbortSignal }): Promise<void> =>
  deadline().addEventListener('abort', () => ranOut.resolve())
const handler = async ({ deadline }: { readonly deadline: () => AbortSignal }) => ({
  status: 200 as const,
  body: { late: deadline().aborted },
})

/** The only final reply. */
function problemIn(received: string) {
  const [, status, head = '', body = ''] =
    /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d+) ([^{]+\r\n)\r\n(\{.*\})$/s.exec(received) ?? []
  expect(head).toMatch(/\r\nConnection: close\r\n/i)
  return { status, requestId: /X-Request-ID: (\S+)/i.exec(head)?.[1], problem: JSON.parse(body) as unknown }
}

async function beginBody(path: string, type: string): Promise<void> {
  client.send(
    `PUT ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n`,
  )
  await client.until('100 Continue\r\n\r\n')
}

async function setUpTest() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ranOut = Promise.withResolvers()
  served = await serveBoundary(boundary, { putThing: handler, importThings: handler }, authorize)
  client = connectRaw(served.port)
}
