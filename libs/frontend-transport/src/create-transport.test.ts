import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTransport } from './create-transport.ts'
import { headOf, jsonReply } from './hostile-server.fixture.ts'
import { smallBoundary } from './small-boundary.fixture.ts'
import { failureOf, secret, transportAt, transportTo } from './transport-under-test.fixture.ts'

const thing = '{"name":"a","size":1}'
const notFound = jsonReply(404, '{"code":"not_found","requestId":"request-0001"}')

describe('what watches the calls', () => {
  it('is told of each that was sent, with how it ended and how long it took', async () => {
    const ends: [operation: string, code: string | null, seconds: number][] = []
    const { mine, transport } = await transportTo(
      (socket, head) => void socket.write(head.includes('/2 ') ? notFound : jsonReply(200, thing)),
      {
        onCall: (operation, { error, seconds }) => ends.push([operation, error?.code ?? error?.kind ?? null, seconds]),
      },
    )
    await mine.getThing({ params: { thingId: 1 } })
    await failureOf(mine.getThing({ params: { thingId: 2 } }))
    await failureOf(mine.getThing({ params: { thingId: 3 }, signal: AbortSignal.abort() }))
    await failureOf(transport.getThing({ params: { thingId: 4 }, session: 'no session' }))
    expect(ends).toEqual([
      ['getThing', null, expect.any(Number)],
      ['getThing', 'not_found', expect.any(Number)],
      ['getThing', 'aborted', expect.any(Number)],
    ])
  })
})

describe('a reply', () => {
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
    let hasEnded = false
    const long = Promise.all(
      [
        failureOf(mine.getSubmissionContent({ signal: caller.signal })), // 60 s
        failureOf(mine.importThings({ ifMatch: '"1"', body: 'a', signal: caller.signal })), // 300 ms, and a minute for the file to be sent
      ].map((waiting) =>
        waiting.finally(() => {
          hasEnded = true
        }),
      ),
    )
    expect((await failureOf(mine.getThing({ params: { thingId: 1 } }))).kind).toBe('timeout') // 300 ms
    await setImmediate()
    expect(hasEnded).toBe(false)
    caller.abort()
    expect((await long).map(({ kind }) => kind)).toEqual(['aborted', 'aborted'])
  })
})

describe('a refusal', () => {
  it('returns what the service reported', async () => {
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
