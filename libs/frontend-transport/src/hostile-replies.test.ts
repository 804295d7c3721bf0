import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { attacks, thing } from './hostile-replies.fixture.ts'
import { headOf, jsonReply, startHostileServer } from './hostile-server.fixture.ts'
import { failureOf, token, transportAt, transportTo, type UnderTest } from './transport-under-test.fixture.ts'

describe('a hostile reply', () => {
  it.each(Object.entries(attacks))(
    '%s ends in the right error, in time, and is asked for once',
    async (_name, [script, kind, status]) => {
      const { mine, server } = await transportTo(script, kind === 'timeout' ? { marginMs: shortMarginMs } : {})
      const error = await failureOf(mine.getThing({ params: { thingId: 1 } }))
      expect([error.kind, error.status]).toEqual([kind, status])
      expect(server.requests).toHaveLength(1)
    },
  )

  it('never brings the credentials of a redirect to another origin', async () => {
    const elsewhere = await startHostileServer((socket) => socket.write(jsonReply(200, thing)))
    for (const status of [300, 301, 302, 303, 305, 307, 308]) {
      const { mine, server } = await transportTo((socket) =>
        socket.write(headOf(status, { Location: `${elsewhere.url}/`, 'Content-Length': 0 })),
      )
      const error = await failureOf(mine.getThing({ params: { thingId: 1 } }))
      expect([error.kind, error.status, server.requests.length]).toEqual(['redirected', status, 1])
    }
    expect(elsewhere.connections()).toBe(0)
  })

  it.each([
    ['that says its length', headOf(204, { ETag: '"2"', 'Content-Length': 5 })],
    ['in chunks', headOf(204, { ETag: '"2"', 'Transfer-Encoding': 'chunked' })],
  ])('204 with a body %s is malformed', async (_how, head) => {
    const { mine, server } = await transportTo((socket) => socket.write(`${head}hello`))
    const error = await failureOf(
      mine.putThing({ params: { thingId: 1 }, body: { name: 'a', size: 1 }, ifMatch: '"1"' }),
    )
    expect([error.kind, error.status]).toEqual(['malformed', 204])
    await server.deserted()
  })

  // A 204 ends with its head. When the bytes behind it arrive, the exchange has ended, and the HTTP library reports the error
  // only on the connection. So the test requires that no caller gets these bytes, least of all the next call.
  it('204 with bytes behind it that nothing announces is whole without them, and its connection is not used again', async () => {
    const { mine, server } = await transportTo((socket) => socket.write(`${headOf(204, { ETag: '"2"' })}hello`))
    const call = { params: { thingId: 1 }, body: { name: 'a', size: 1 }, ifMatch: '"1"' }
    await expect(mine.putThing(call)).resolves.toMatchObject({ status: 204, body: undefined })
    await expect(mine.putThing(call)).resolves.toMatchObject({ status: 204, body: undefined })
    expect(server.connections()).toBe(2)
  })

  it('a missing ETag is malformed where the contract promises one', async () => {
    const { mine } = await transportTo((socket) => socket.write(headOf(204, { ETag: '7' })))
    const error = await failureOf(
      mine.putThing({ params: { thingId: 1 }, body: { name: 'a', size: 1 }, ifMatch: '"1"' }),
    )
    expect(error.kind).toBe('malformed')
  })

  it('an error that repeats the upstream token is malformed', async () => {
    const { transport } = await transportTo((socket) => {
      socket.write(
        jsonReply(401, JSON.stringify({ code: 'invalid_upstream_token', requestId: 'request-0001', detail: token })),
      )
    })
    const error = await failureOf(transport.createSession({ body: { token } }))
    expect([error.kind, error.status, error.code]).toEqual(['malformed', 401, undefined])
  })

  it('a reply to no request is not taken for the reply to the next call', async () => {
    const other = '{"name":"of somebody else","size":2}'
    const { mine, server } = await transportTo((socket, _head, number) => {
      socket.write(jsonReply(200, thing))
      if (number === 1) setImmediate(() => socket.write(jsonReply(200, other)))
    })
    await mine.getThing({ params: { thingId: 1 } })
    await server.deserted()
    await expect(mine.getThing({ params: { thingId: 1 } })).resolves.toMatchObject({ body: { name: 'a' } })
    expect(server.connections()).toBe(2)
  })

  it('a reply before the request ends in time, with any outcome', async () => {
    const early = await startHostileServer(
      () => {},
      (socket) => socket.write(jsonReply(500, '{"code":"x","requestId":"request-0001"}')),
    )
    const { mine } = transportAt(early.url, { marginMs: shortMarginMs })
    await failureOf(mine.getThing({ params: { thingId: 1 } }))
    expect(early.connections()).toBeLessThan(5)
  })

  describe.each<[how: string, leave: (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('a connection that was good once and is then %s unanswered', (_how, leave) => {
    it.each<[method: string, ask: (mine: UnderTest['mine']) => Promise<unknown>]>([
      ['GET', (mine) => mine.getThing({ params: { thingId: 1 } })],
      ['PUT', (mine) => mine.putThing({ params: { thingId: 1 }, body: { name: 'a', size: 1 }, ifMatch: '"1"' })],
      ['POST', (mine) => mine.claimThing({ params: { thingId: 1 } })],
    ])('makes nobody send the %s again', async (method, ask) => {
      const { mine, server } = await transportTo(
        (socket, _head, number) => {
          if (number === 2) leave(socket)
          else socket.write(jsonReply(200, thing))
        },
        { connections: 1 },
      )
      await mine.getThing({ params: { thingId: 1 } })
      expect((await failureOf(ask(mine))).kind).toBe('unreachable')
      await server.deserted()
      expect([server.connections(), server.requests.map((head) => head.split(' ')[0])]).toEqual([1, ['GET', method]])
    })
  })

  it('nobody there is unreachable', async () => {
    const { mine } = transportAt('http://127.0.0.1:1')
    const error = await failureOf(mine.getThing({ params: { thingId: 1 } }))
    expect([error.kind, error.status, error.systemCode]).toEqual(['unreachable', undefined, 'ECONNREFUSED'])
  })
})

/** The margin beyond the 300 ms of the operations, for replies that only this limit can end. */
const shortMarginMs = 100
