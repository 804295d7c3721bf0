import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headOf, jsonReply } from './hostile-server.fixture.ts'
import { failureOf, secret, sessionId, token, transportTo } from './transport-under-test.fixture.ts'

const thing = '{"name":"a","size":1}'
const requestId = 'request-of-the-browser'
/** An invalid call, as a caller without types might make it. */
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
      const reply = await mine.getThing({ params: { thingId: 1 }, requestId: unfit })
      expect(server.requests.at(-1)).toContain(`x-request-id: ${reply.requestId}`)
      expect(reply.requestId).toMatch(/^[0-9a-f-]{36}$/)
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

  it('carries a merge patch with the revision that it builds on, as precondition or in the query', async () => {
    const { mine, server } = await transportTo((socket) =>
      socket.write(headOf(204, { ETag: '"9"', 'X-Assessment-Revision': '9' })),
    )
    const patch = { params: { thingId: 7 }, body: { name: null } }
    expect(await mine.patchThing({ ...patch, query: { base: 7 }, assessmentRevision: 8 })).toMatchObject({
      status: 204,
      etag: '"9"',
      assessmentRevision: 9,
    })
    await mine.patchThing({ ...patch, ifMatch: '"8"' })
    const [withBase, withIfMatch] = server.requests.map((request) => request.split('\r\n'))
    expect(withBase?.[0]).toBe('PATCH /internal/small/things/7?base=7 HTTP/1.1')
    expect(withBase).toContain('content-type: application/merge-patch+json')
    expect(withBase).toContain('x-assessment-revision: 8')
    expect(withBase?.join()).not.toMatch(/if-match/)
    expect(withIfMatch?.[0]).toBe('PATCH /internal/small/things/7 HTTP/1.1')
    expect(withIfMatch).toContain('if-match: "8"')
  })

  it('is not sent where a merge patch names no revision at all', async () => {
    const { mine, server } = await transportTo(() => {})
    await expect(mine.patchThing(wrongly({ params: { thingId: 7 }, body: {} }))).rejects.toThrow(TypeError)
    expect(server.requests).toEqual([])
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
