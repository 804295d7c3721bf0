import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { afterEach, describe, expect, it } from 'vitest'
import { turnLimits } from './http/turns.ts'
import { openTestWeb, publicOrigin, type WebReply } from './web.fixture.ts'

const { ask, boundary, logLines } = await openTestWeb(undefined, { TRUSTED_PROXY_HOPS: '1' })
afterEach(() => boundary.forget())

describe('a reply that no route gives', () => {
  it.each<[what: string, status: number, asking: () => Promise<WebReply>]>([
    ['to a HEAD', 200, () => ask('/sign-in', { method: 'HEAD' })],
    ['to a HEAD of nothing', 404, () => ask('/nothing', { method: 'HEAD' })],
    ['to a page', 200, () => ask('/sign-in')],
    ['to a target that is no path', 400, () => ask('//x')],
    ['to a request under another name', 308, () => ask('/sign-in', { headers: { Host: 'localhost:8080' } })],
    ['to a HEAD under another name', 308, () => ask('/', { method: 'HEAD', headers: { Host: 'localhost:8080' } })],
    [
      'to a write of another origin',
      403,
      () => ask('/sign-out', { form: {}, headers: { Origin: 'https://a.example' } }),
    ],
    ['to a method that a page does not have', 405, () => ask('/sign-in', { method: 'PUT', headers: own })],
    ['to a method that no page has', 405, () => ask('/sign-in', { method: 'PROPFIND', headers: own })],
    ['to a body that is too large', 413, () => ask(grading, { form: { body: 'x'.repeat(2_000_001) } })],
    ['to a body of another type', 415, () => ask(grading, { form: {}, headers: { 'Content-Type': 'text/plain' } })],
    ['to whoever has not signed in', 303, () => ask('/courses/11')],
  ])('%s is %i with the lines of every reply', async (_what, status, asking) => {
    const reply = await asking()
    expect(reply.status).toBe(status)
    expect(reply.headers).toMatchObject(ofEveryReply)
  })

  it('says in an overloaded process that it is busy, as a page', async () => {
    const replies = await askAtOnce(20)
    const refused = replies.findLast((reply) => reply.startsWith('HTTP/1.1 503'))
    for (const line of [
      "Content-Security-Policy: default-src 'none'",
      'X-Content-Type-Options: nosniff',
      'Retry-After: 1',
    ])
      expect(refused).toContain(`\r\n${line}`)
    expect(refused).toContain('The service is busy or away for a moment.')
  })
})

describe('a read under another name', () => {
  it.each(['/..//evil.example/', '/%2F%2Fevil.example', '/?to=https://evil.example'])(
    'leads to no other site: %s',
    async (path) => {
      const { status, headers } = await ask(path, { headers: { Host: 'evil.example' } })
      expect([404, 308]).toContain(status)
      expect(URL.parse(headers.location ?? '', publicOrigin)?.origin).toBe(publicOrigin)
    },
  )
})

describe('everybody else is served', () => {
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await sleep(100)
  })

  it('beside 300 bodies that a stranger sends byte by byte', async () => {
    await othersAreServed()
    for (let count = 0; count < 300; count += 1) drip('/sign-in', 'Content-Type: application/x-www-form-urlencoded')
    await sleep(500)
    await othersAreServed()
  })

  it('beside 300 requests of one person, of which 32 are at work and 32 wait', async () => {
    await othersAreServed()
    expect(await statusOf('/', sessionOf(7))).toBe(200)
    const { 200: served = 0 } = await whileHeld(300, () => sessionOf(7), { refused: 236 })
    expect(served).toBeLessThanOrEqual(64)
  })

  it('beside 300 requests of one network with invented sessions, of which 64 are at work and 32 wait', async () => {
    await othersAreServed()
    const invented = (at: number) => ({ Cookie: `__Host-session=invented${at}s7.7`, ...from.a })
    const { 200: served = 0 } = await whileHeld(300, invented, { refused: 204 })
    expect(served).toBeLessThanOrEqual(96)
  })

  it('beside strangers of all networks, who have less than two thirds of the 256 requests at work', () => {
    expect(turnLimits.ofStrangers).toBeLessThan((256 * 2) / 3)
  })
})

/** Asks for the same page often, while the boundary is slow about user 7, and is served to others. Returns how many had each status. */
async function whileHeld(
  count: number,
  headersOf: (at: number) => Readonly<Record<string, string>>,
  { refused }: { readonly refused: number },
): Promise<Record<string, number>> {
  const others = Promise.withResolvers<void>()
  boundary.replyWith('getSession', async ({ session: id = '' }) => {
    if (id.endsWith('s7')) await others.promise
    return standing(id)
  })
  let settled = 0
  const asking = Array.from({ length: count }, async (_, at) => {
    const status = await statusOf('/', headersOf(at))
    settled += 1
    return status
  })
  while (settled < refused) await sleep(20)
  await othersAreServed(false)
  others.resolve()
  return counted(await Promise.all(asking))
}

const sockets: Socket[] = []
const from = { a: { 'X-Forwarded-For': '198.51.100.7' }, b: { 'X-Forwarded-For': '203.0.113.9' } }
const sessionOf = (userId: number) => ({ Cookie: `__Host-session=s${userId}.${userId}`, ...from.a })
const { port } = JSON.parse(logLines.find((line) => line.includes('"listening"')) ?? '{}')
const session = frontendInternal.operations.getSession.replies[200].example
const standing = (id: string) => {
  const userId = Number(/\d+$/.exec(id)?.[0])
  return { status: 200, body: { ...session, user: { ...session.user, userId } } }
}

/** Each of two known people of the same network, and somebody of another one who signs in. */
async function othersAreServed(isReset = true): Promise<void> {
  if (isReset) boundary.replyWith('getSession', ({ session: id = '' }) => standing(id))
  const asking = [sessionOf(8), sessionOf(9), from.b].flatMap((headers) => Array.from({ length: 5 }, () => headers))
  const replies = await Promise.all(asking.map((headers) => ask('Cookie' in headers ? '/' : '/sign-in', { headers })))
  expect(counted(replies.map(({ status }) => status))).toEqual({ 200: asking.length })
}

const counted = (statuses: readonly number[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(statuses, String)].map(([status, all]) => [status, all.length]))

async function statusOf(path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const lines = { Host: new URL(publicOrigin).host, ...headers }
  const sending = request({ port, host: '127.0.0.1', path, agent: false, headers: lines }, (reply) => {
    reply.resume().on('end', () => resolve(reply.statusCode ?? 0))
  })
  sending.on('error', reject).end()
  return await promise
}

/** Sends the head of a write and the beginning of its body. */
function drip(path: string, ...more: string[]): void {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const host = new URL(publicOrigin).host
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${publicOrigin}`, 'Content-Length: 1000', ...more]
  socket.write([...lines, 'X-Forwarded-For: 198.51.100.7', '', 'a'].join('\r\n'))
  sockets.push(socket.resume())
}

const own = { Origin: publicOrigin }
const grading = '/grade/019ea3f2-7400-7b10-8c2d-3e4f5a6b7c01'
const ofEveryReply = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'.*form-action 'self'/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/./),
}

/** Sends so many requests on one connection without waiting for a reply, which is more than one may. */
async function askAtOnce(count: number): Promise<string[]> {
  const host = new URL(publicOrigin).host
  const asking = (connection: string) => `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.end(asking('keep-alive').repeat(count - 1) + asking('close'))
  return (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/)
}
