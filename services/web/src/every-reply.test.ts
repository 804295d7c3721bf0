import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { pathsOf } from './routes.fixture.ts'
import { openTestWeb, publicOrigin } from './web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => boundary.forget())

describe('every reply', () => {
  it.each([...pathsOf('GET'), '/assets/none.css', '/?%ff', 'the style sheet'])(
    'carries the policy, the request id and what keeps it from being guessed: %s',
    async (path) => {
      const { headers } = await ask(path === 'the style sheet' ? await stylePath() : path, { signedIn: true })
      expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self';")
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' })
      expect(headers['x-request-id']).toMatch(/./)
    },
  )

  it('of a page is not kept, and of an asset for good', async () => {
    expect((await ask('/sign-in')).headers['cache-control']).toBe('no-store')
    const { status, headers } = await ask(await stylePath())
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  })

  it.each(pathsOf('GET'))('that is a page names its language, which the person chose: %s', async (path) => {
    const { example } = frontendInternal.operations.getSession.replies[200]
    const body = { ...example, preferences: { ...example.preferences, locale: 'fi' } }
    boundary.replyWith('getSession', { status: 200, body })
    const headers = { 'X-Person': '101', 'Accept-Language': 'fi' }
    const { text } = await ask(path, { signedIn: true, headers })
    expect(text.startsWith('<!doctype html>') ? text : '<html lang="fi"').toContain('<html lang="fi"')
  })

  it.each([
    ['in English', 'de', 'There is no such page'],
    ['in Finnish', 'fi-FI,en;q=0.5', 'Sivua ei ole'],
    ['in Swedish', 'sv-FI,en;q=0.5', 'Sidan finns inte'],
  ])('that is a problem says what happened: %s', async (_language, accepted, sentence) => {
    const { status, text } = await ask('/nothing', { headers: { 'Accept-Language': accepted } })
    expect([status, text.includes(sentence)]).toEqual([404, true])
  })
})

describe('a write', () => {
  it.each([
    ['without an origin', undefined],
    ['of a frame', 'null'],
    ['of another site', 'https://evil.example'],
  ])('%s is refused before anything is read', async (_what, origin) => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...(origin && { Origin: origin }) }
    expect((await ask('/sign-out', { method: 'POST', headers, signedIn: true })).status).toBe(403)
    expect(boundary.calls).toEqual([])
  })
})

describe('a read under another name', () => {
  it('leads to the public address', async () => {
    const { status, headers } = await ask('/sign-in?to=/x', { headers: { Host: 'localhost:8080' } })
    expect([status, headers.location]).toEqual([308, `${publicOrigin}/sign-in?to=/x`])
  })
})

describe('a call to the boundary', () => {
  it('that finds no session any more leads to sign-in and back', async () => {
    boundary.replyWith('getSession', { status: 401, body: { code: 'session_expired', requestId: 'r-12345678' } })
    const { status, headers } = await ask('/?a=b', { signedIn: true })
    expect([status, headers.location]).toEqual([303, '/sign-in?to=%2F%3Fa%3Db'])
    // Another tab may have signed in meanwhile.
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each([
    [503, 'overloaded', 503],
    [429, 'rate_limited', 429],
    [502, 'upstream_unavailable', 502],
    [403, 'forbidden', 404],
    [404, 'not_found', 404],
    [401, 'invalid_frontend_secret', 500],
    [500, 'internal', 500],
  ])('that fails with %i %s is a page of %i', async (status, code, shown) => {
    boundary.replyWith('getSession', { status, body: { code, requestId: 'r-12345678', detail: 'A canary detail.' } })
    const reply = await ask('/', { signedIn: true })
    expect([reply.status, reply.text.includes('canary')]).toEqual([shown, false])
  })

  it('that reaches nobody is a page that says so', async () => {
    boundary.close()
    expect((await ask('/', { signedIn: true })).status).toBe(503)
  })
})

async function stylePath(): Promise<string> {
  return /href="(\/assets\/[^"]+\.css)"/.exec((await ask('/sign-in')).text)?.[1] ?? ''
}
