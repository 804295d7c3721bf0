import { setTimeout } from 'node:timers/promises'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProblemPage } from '../layout/problem-page.tsx'
import { en } from '../texts/en.ts'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary, logLines } = await openTestWeb()
const proxied = await openTestWeb(undefined, { TRUSTED_PROXY_HOPS: '1' })
const token = '0065'.repeat(10)
const held = `cgs_${'a'.repeat(43)}`

describe('signing in by token', () => {
  it('asks for the token and names the learning platform', async () => {
    const { status, text } = await ask('/sign-in')
    expect(status).toBe(200)
    expect(text).toContain('<label for="token">API token</label>')
    expect(text).toContain('<a href="https://plus.example">')
  })

  it('keeps the session alone, in a cookie that no script and no other site gets', async () => {
    const keeps = { Cookie: 'language=fi' }
    const { status, headers } = await ask('/sign-in', { form: { token, to: '/courses/11?state=mine' }, headers: keeps })
    expect([status, headers.location]).toEqual([303, '/courses/11?state=mine'])
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]+\.\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Host-person=101; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
  })

  it('takes a token that was copied with blanks around it', async () => {
    expect((await ask('/sign-in', { form: { token: ` ${token}\n` } })).status).toBe(303)
  })

  it.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/..//evil.example/x',
    '',
  ])('goes to no other site: %j', async (to) => {
    const { location = '' } = (await ask('/sign-in', { form: { token, to } })).headers
    expect(location).toBe('/signed-in?to=%2F')
    expect((await ask('/signed-in?to=' + encodeURIComponent(to), { signedIn: true })).headers.location).toBe('/')
  })

  it('tells a browser that keeps no cookies, and leads on one that does', async () => {
    const { location = '' } = (await ask('/sign-in', { form: { token, to: '/feedback?course=11' } })).headers
    const { status, text } = await ask(location)
    expect([status, text.includes(en.launch.lead.withoutCookies)]).toEqual([403, true])
    expect((await ask(location, { signedIn: true })).headers.location).toBe('/feedback?course=11')
  })

  it.each([
    ['over the session of another person', `__Host-session=${held}.102`],
    ['where the session of another person has ended', '__Host-person=102'],
  ])('asks before it erases anything, and leads on after a yes: %s', async (_where, cookie) => {
    const asked = await ask('/sign-in', { form: { token, to: '/courses/11?state=mine' }, headers: { Cookie: cookie } })
    expect([asked.status, asked.headers.location, asked.headers['clear-site-data']]).toEqual([
      303,
      '/signed-in',
      undefined,
    ])
    const [waiting = '', ...others] = asked.headers['set-cookie'] ?? []
    expect([waiting, others]).toEqual([expect.stringMatching(/^__Host-launch=/), []])
    const Cookie = `${cookie}; ${waiting.split(';')[0]}`
    const { headers } = await ask('/signed-in', { form: { answer: 'yes', person: '101' }, headers: { Cookie } })
    expect([headers.location, headers['clear-site-data']]).toEqual(['/courses/11?state=mine', '"storage"'])
  })

  it('over the session of the same person erases nothing, and asks nothing', async () => {
    const headers = { Cookie: `__Host-session=${held}.101; __Host-person=101` }
    const { location, 'clear-site-data': erased } = (await ask('/sign-in', { form: { token }, headers })).headers
    expect([location, erased]).toEqual(['/', undefined])
  })

  it('shows neither a refused token nor why it was refused by the platform', async () => {
    boundary.replyWith('createSession', refusal)
    const { status, text } = await ask('/sign-in', { form: { token: 'a-refused-token' } })
    expect(status).toBe(422)
    expect(text).toContain('role="alert"')
    expect(text).not.toContain('a-refused-token')
    expect(logLines.join('')).not.toContain('a-refused-token')
  })

  it.each(['', 'two words', 'x'.repeat(257)])('asks the boundary nothing for %j', async (invalid) => {
    const before = boundary.calls.length
    expect((await ask('/sign-in', { form: { token: invalid } })).status).toBe(422)
    expect(boundary.calls.length).toBe(before)
  })

  it('lets all of one address in whose tokens are right, who take half of the connections', async () => {
    boundary.forget()
    let [now, most] = [0, 0]
    const { promise: theyMayEnd, resolve: endAll } = Promise.withResolvers<void>()
    boundary.replyWith('createSession', async () => {
      now += 1
      most = Math.max(most, now)
      if (now === 32) void setTimeout(300).then(() => endAll())
      await Promise.race([theyMayEnd, setTimeout(10_000)])
      now -= 1
      return { status: 201, body: frontendInternal.operations.createSession.replies[201].example }
    })
    const replies = await Promise.all(Array.from({ length: 90 }, () => ask('/sign-in', { form: { token } })))
    expect([new Set(replies.map(({ status }) => status)), most]).toEqual([new Set([303]), 32])
  })

  it('waits longer after many refusals at once', async () => {
    let asked = 0
    const { promise: allAsked, resolve: answer } = Promise.withResolvers<void>()
    proxied.boundary.replyWith('createSession', async () => {
      asked += 1
      if (asked === 32) answer()
      await allAsked
      return refusal
    })
    await Promise.all(Array.from({ length: 32 }, () => signInFrom('198.51.100.1')))
    const { status, headers } = await signInFrom('198.51.100.1')
    // Of thirteen refusals at twenty a minute.
    expect([status, headers['retry-after']]).toEqual([429, '39'])
  })

  it('says how many minutes it waits', () => {
    const page = h(ProblemPage, { texts: en, code: 'rate_limited', requestId: 'r-1', retryAfterS: 130 })
    expect(render(page)).toContain(en.problems.tooMany(3))
  })

  it.each<[string, (nth: number) => string]>([
    ['address', () => '192.0.2.1'],
    ['/64', (nth) => `2001:db8::${nth}`],
  ])('waits a minute after twenty refusals from one %s', async (_what, addressOf) => {
    proxied.boundary.replyWith('createSession', refusal)
    const replies = await Array.fromAsync({ length: 21 }, (_, nth) => signInFrom(addressOf(nth)))
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 422), 429])
    const { headers, text } = replies.at(-1)!
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(text).toContain(en.problems.tooMany(1))
  })

  it('reads no form of another media type, and no large one', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    expect((await ask('/sign-in', { form: { token }, headers })).status).toBe(415)
    expect((await ask('/sign-in', { form: { token: 'x'.repeat(20_000) } })).status).toBe(400)
  })
})

const refusal = { status: 401, body: { code: 'invalid_upstream_token', requestId: 'r-12345678' } }

const signInFrom = (address: string) =>
  proxied.ask('/sign-in', { form: { token: 'refused' }, headers: { 'X-Forwarded-For': address } })

// The limits of a minute are not refilled while the clock stands still.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())
