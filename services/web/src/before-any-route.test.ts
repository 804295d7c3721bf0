import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { openTestWeb, publicOrigin, type WebReply } from './web.fixture.ts'

const { ask, logLines } = await openTestWeb()

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
  const { port } = JSON.parse(logLines.find((line) => line.includes('"listening"')) ?? '{}')
  const host = new URL(publicOrigin).host
  const asking = (connection: string) => `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nConnection: ${connection}\r\n\r\n`
  const socket = connect(port, '127.0.0.1')
  socket.end(asking('keep-alive').repeat(count - 1) + asking('close'))
  return (await text(socket)).split(/(?=HTTP\/1\.1 \d{3} )/)
}
