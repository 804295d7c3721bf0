import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTransport } from './create-transport.ts'
import { headOf, jsonReply } from './hostile-server.fixture.ts'
import { smallBoundary } from './small-boundary.fixture.ts'
import { failureOf, secret, sessionId, token, transportAt, transportTo } from './transport-under-test.fixture.ts'

const thing = '{"name":"a","size":1}'
const requestId = 'request-of-the-browser'
/** A call that is wrong in itself, as one without types might make it. */
const wrongly = (call: unknown): never => call as never

describe('a request', () => {
  it('carries both credentials, the request id, what it accepts, and nothing else of its own', async () => {
    const { transport, server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
    await transport.getThing({ session: sessionId, params: { thingId: 7 }, requestId })
    expect(server.requests[0]?.split('\r\n')).toEqual([
      'GET /internal/small/things/7 HTTP/1.1',
      `host: ${server.url.slice('http://'.length)}`,
      'connection: keep-alive',
      `x-service-frontend-secret: ${secret}`,
      `authorization: Bearer ${sessionId}`,
      `x-request-id: ${requestId}`,
      'accept: application/json',
    ])
  })

  it('carries no session where the operation asks for none', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(jsonReply(201, '{"sessionId":"a"}')))
    await mine.createSession({ body: { token } })
    expect(server.requests[0]).not.toMatch(/authorization/i)
  })

  it('has a request id of its own where the caller brings none that can be forwarded', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
    for (const unfit of [undefined, 'short', 'two words\r\nX-Evil: 1', 'ä'.repeat(10), 'x'.repeat(129)]) {
      const answer = await mine.getThing({ params: { thingId: 1 }, requestId: unfit })
      expect(server.requests.at(-1)).toContain(`x-request-id: ${answer.requestId}`)
      expect(answer.requestId).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect(new Set(server.requests).size).toBe(5)
  })

  it('carries its precondition, its assessment revision and its JSON body', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(headOf(204, { ETag: '"8"' })))
    await mine.putThing({ params: { thingId: 7 }, body: { name: 'a', size: 1 }, ifMatch: '"7"', assessmentRevision: 3 })
    expect(server.requests[0]).toMatch(/^PUT \/internal\/small\/things\/7 HTTP/)
    for (const line of [
      'if-match: "7"',
      'x-assessment-revision: 3',
      'content-type: application/json',
      'content-length: 21',
    ]) {
      expect(server.requests[0]?.split('\r\n')).toContain(line)
    }
  })

  it('carries CSV as it is given', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(jsonReply(200, thing, { ETag: '"8"' })))
    await mine.importThings({ body: Buffer.from('a;b\r\n'), ifMatch: '"7"', query: { dryRun: true } })
    expect(server.requests[0]).toMatch(/^PUT \/internal\/small\/things\?dryRun=true HTTP/)
    for (const line of ['content-type: text/csv; charset=utf-8', 'content-length: 5']) {
      expect(server.requests[0]?.split('\r\n')).toContain(line)
    }
  })

  it('has no body where the caller leaves an optional one out', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(jsonReply(201, thing)))
    await mine.claimThing({ params: { thingId: 1 } })
    expect(server.requests[0]).not.toMatch(/content-type/i)
  })

  it('keeps every text of path and query in its place', async () => {
    const { mine, server } = await transportTo((socket) =>
      socket.write(jsonReply(200, '{"items":[],"name":"a","size":1}')),
    )
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(
        text.filter((slug) => !['.', '..'].includes(slug)),
        text,
        async (slug, q) => {
          await mine.getNote({ params: { noteId: '019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4', slug } })
          const path = server.requests.at(-1)?.split(' ')[1]?.split('/') ?? []
          expect([path.length, decodeURIComponent(path.at(-1) ?? '')]).toEqual([6, slug])
          await mine.listThings({ query: { q, limit: 5, late: undefined } })
          const target = new URL(server.requests.at(-1)?.split(' ')[1] ?? '', server.url)
          expect([target.pathname, ...target.searchParams]).toEqual([
            '/internal/small/things',
            ['q', q],
            ['limit', '5'],
          ])
        },
      ),
      { numRuns: 50 },
    )
  })

  it.each([0, -1, 1.5, NaN, 2 ** 53, '7', '7/settings', '..', '', null, undefined, {}, [7]])(
    'is not sent for the id %j',
    async (thingId) => {
      const { mine, server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
      await expect(mine.getThing(wrongly({ params: { thingId } }))).rejects.toThrow(
        'The path parameter thingId is missing or not valid.',
      )
      expect(server.connections()).toBe(0)
    },
  )

  it.each<
    [why: string, operation: 'getNote' | 'listThings' | 'putThing' | 'importThings' | 'createSession', call: unknown]
  >([
    ['a UUID that is none', 'getNote', { params: { noteId: '../../sessions', slug: 'a' } }],
    ['a path that climbs', 'getNote', { params: { noteId: '019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4', slug: '..' } }],
    ['half a character', 'getNote', { params: { noteId: '019aa0f6-8d2c-7c1e-9d53-3f1c52a0b7e4', slug: '\ud800' } }],
    ['a query parameter that the operation has not', 'listThings', { query: { admin: true } }],
    ['a query parameter that is no scalar', 'listThings', { query: { q: ['a'] } }],
    ['no precondition', 'putThing', { params: { thingId: 1 }, body: {} }],
    ['a precondition of two lines', 'putThing', { params: { thingId: 1 }, body: {}, ifMatch: '"1"\r\nX-Evil: 1' }],
    ['no body', 'putThing', { params: { thingId: 1 }, ifMatch: '"1"' }],
    ['a CSV body that is no text', 'importThings', { body: { a: 1 }, ifMatch: '"1"' }],
  ])('is not sent with %s', async (_why, operation, call) => {
    const { mine, server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
    await expect((mine[operation] as (given: unknown) => Promise<unknown>)(call)).rejects.toThrow(TypeError)
    expect(server.connections()).toBe(0)
  })

  it.each(['', 'two words', 'line\r\nX-Evil: 1', 'ä', 'x'.repeat(257)])(
    'is not sent for the session %j, which none can be',
    async (session) => {
      const { transport, server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
      const error = await failureOf(transport.getThing({ session, params: { thingId: 1 } }))
      expect([error.status, error.code, error.kind, server.connections()]).toEqual([
        401,
        'invalid_session',
        undefined,
        0,
      ])
    },
  )
})

describe('an answer', () => {
  it('has its status, its body and its validators', async () => {
    const { transport } = await transportTo((socket) => {
      socket.write(
        jsonReply(200, `[${thing}]`, { ETag: '"7"', 'X-Assessment-Revision': 3, 'X-Request-ID': 'request-0001' }),
      )
    })
    await expect(transport.listPublicThings()).resolves.toEqual({
      status: 200,
      body: [{ name: 'a', size: 1 }],
      etag: '"7"',
      assessmentRevision: 3,
      requestId: 'request-0001',
    })
  })

  it('is a 204 with its new ETag', async () => {
    const { mine } = await transportTo((socket) =>
      socket.write(headOf(204, { ETag: '"8"', 'X-Assessment-Revision': 4 })),
    )
    await expect(
      mine.putThing({ params: { thingId: 7 }, body: { name: 'a', size: 1 }, ifMatch: '"7"' }),
    ).resolves.toMatchObject({
      status: 204,
      body: undefined,
      etag: '"8"',
      assessmentRevision: 4,
    })
  })

  it('is a 304 where the caller has the body already', async () => {
    const { transport, server } = await transportTo((socket) =>
      socket.write(headOf(304, { ETag: '"7"', 'Content-Length': 500 })),
    )
    await expect(transport.listPublicThings({ ifNoneMatch: '"7"' })).resolves.toMatchObject({
      status: 304,
      body: undefined,
      etag: '"7"',
    })
    expect(server.requests[0]).toContain('if-none-match: "7"')
  })

  it('is no 304 where the caller did not ask for one', async () => {
    const { transport } = await transportTo((socket) => socket.write(headOf(304, { ETag: '"7"' })))
    expect((await failureOf(transport.listPublicThings())).kind).toBe('malformed')
  })

  it('leaves nothing at the signal of its caller', async () => {
    const { mine } = await transportTo((socket, head) => {
      socket.write(
        head.includes('.csv')
          ? headOf(200, { 'Content-Type': 'text/csv', 'Content-Length': 4 }) + 'a;b\n'
          : jsonReply(head.includes('/2 ') ? 404 : 200, thing),
      )
    })
    const { signal } = new AbortController()
    await mine.getThing({ params: { thingId: 1 }, signal })
    await failureOf(mine.getThing({ params: { thingId: 2 }, signal }))
    const { body } = await mine.exportThings({ signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    for await (const _piece of body);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('leaves its connection to the next call', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
    for (let thingId = 1; thingId <= 20; thingId += 1) await mine.getThing({ params: { thingId } })
    expect(server.connections()).toBeLessThan(4)
  })
})

describe('the time of a call', () => {
  it('is what its own operation has: the long one still waits when the short one has given up', async () => {
    const { mine } = await transportTo(() => {}, { marginMs: 0 })
    const caller = new AbortController()
    let isOver = false
    const long = Promise.all(
      [
        failureOf(mine.getSubmissionContent({ signal: caller.signal })), // 60 s
        failureOf(mine.importThings({ ifMatch: '"1"', body: 'a', signal: caller.signal })), // 300 ms, and a minute for the file to be sent
      ].map((waiting) =>
        waiting.finally(() => {
          isOver = true
        }),
      ),
    )
    expect((await failureOf(mine.getThing({ params: { thingId: 1 } }))).kind).toBe('timeout') // 300 ms
    await setImmediate()
    expect(isOver).toBe(false)
    caller.abort()
    expect((await long).map(({ kind }) => kind)).toEqual(['aborted', 'aborted'])
  })
})

describe('a refusal', () => {
  it('tells what the service said', async () => {
    const said = {
      code: 'incomplete',
      requestId: 'request-0001',
      detail: 'two are missing',
      fieldErrors: [{ path: '$.a', code: 'required', message: 'Is missing.' }],
    }
    const { mine } = await transportTo((socket) => {
      socket.write(jsonReply(409, JSON.stringify(said), { ETag: '"9"', 'X-Assessment-Revision': 5, 'Retry-After': 7 }))
    })
    const error = await failureOf(mine.getThing({ params: { thingId: 1 } }))
    expect(error).toMatchObject({
      ...said,
      operation: 'getThing',
      status: 409,
      kind: undefined,
      etag: '"9"',
      assessmentRevision: 5,
      retryAfterS: 7,
      message: 'getThing: 409 incomplete',
    })
  })

  it('leaves its connection to the next call', async () => {
    const { mine, server } = await transportTo((socket) =>
      socket.write(jsonReply(404, '{"code":"not_found","requestId":"request-0001"}')),
    )
    for (let thingId = 1; thingId <= 20; thingId += 1) await failureOf(mine.getThing({ params: { thingId } }))
    expect(server.connections()).toBeLessThan(4)
  })

  it("of the caller's own comes at once, and the connection is closed", async () => {
    const { mine, server } = await transportTo(() => caller.abort(new Error(secret)))
    const caller = new AbortController()
    expect((await failureOf(mine.getThing({ params: { thingId: 1 }, signal: caller.signal }))).kind).toBe('aborted')
    await server.deserted()
    expect((await failureOf(mine.getThing({ params: { thingId: 1 }, signal: caller.signal }))).kind).toBe('aborted')
    expect(server.requests).toHaveLength(1)
  })
})

describe('createTransport', () => {
  it.each([
    'ftp://a.example',
    'http://user:secret@a.example',
    'http://a.example/?a=1',
    'http://a.example/#a',
    'a.example',
  ])('refuses the base URL %s', (baseUrl) => {
    expect(() => createTransport(smallBoundary, { baseUrl, secret })).toThrow(TypeError)
  })

  it.each(['', 'two words', 'line\r\nX-Evil: 1', 'ä'])('refuses the secret %j without repeating it', (unfit) => {
    expect(() => createTransport(smallBoundary, { baseUrl: 'http://127.0.0.1:1', secret: unfit })).toThrow(
      /^The frontend secret is 1 to 256/,
    )
  })

  it('keeps the path of its base URL', async () => {
    const { server } = await transportTo((socket) => socket.write(jsonReply(200, thing)))
    await transportAt(`${server.url}/behind/`).mine.getThing({ params: { thingId: 1 } })
    expect(server.requests[0]).toMatch(/^GET \/behind\/internal\/small\/things\/1 HTTP/)
  })
})
