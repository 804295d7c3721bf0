import { describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary, logLines } = await openTestWeb()
const token = '0065'.repeat(10)

describe('signing in by token', () => {
  it('asks for the token and names the learning platform', async () => {
    const { status, text } = await ask('/sign-in')
    expect(status).toBe(200)
    expect(text).toContain('<label for="token">API token</label>')
    expect(text).toContain('<a href="https://plus.example">')
  })

  it('keeps the session alone, in a cookie that no script and no other site gets', async () => {
    const { status, headers } = await ask('/sign-in', { form: { token, to: '/courses/11?state=mine' } })
    expect([status, headers.location]).toEqual([303, '/courses/11?state=mine'])
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-session=[\w-]+\.\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
      expect.stringMatching(/^__Host-person=101; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/),
    ])
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
    expect((await ask('/sign-in', { form: { token, to } })).headers.location).toBe('/')
  })

  it.each([
    ['another person', 102, '"storage"'],
    ['the same person', 101, undefined],
  ])('erases what the browser keeps of another person alone: over the session of %s', async (_who, userId, cleared) => {
    const headers = { Cookie: `__Host-session=cgs_${'a'.repeat(43)}.${userId}` }
    expect((await ask('/sign-in', { form: { token }, headers })).headers['clear-site-data']).toBe(cleared)
  })

  it('erases it also where the session of that person has ended', async () => {
    const headers = { Cookie: '__Host-person=102' }
    expect((await ask('/sign-in', { form: { token }, headers })).headers['clear-site-data']).toBe('"storage"')
  })

  it('revokes the session whose place it takes', async () => {
    boundary.forget()
    const headers = { Cookie: `__Host-session=cgs_${'a'.repeat(43)}.101` }
    await ask('/sign-in', { form: { token }, headers })
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(['createSession', 'deleteSession'])
  })

  it('shows neither a refused token nor why it was refused by the platform', async () => {
    boundary.replyWith('createSession', {
      status: 401,
      body: { code: 'invalid_upstream_token', requestId: 'r-12345678' },
    })
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

  it('waits a minute after twenty refusals from one address', async () => {
    let refused = 0
    for (;;) {
      const { status, headers } = await ask('/sign-in', { form: { token: 'refused' } })
      if (status === 429) {
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        break
      }
      refused += 1
    }
    // One more was refused above.
    expect(refused).toBe(19)
  })

  it('reads no form of another media type, and no large one', async () => {
    const headers = { 'Content-Type': 'text/plain' }
    expect((await ask('/sign-in', { form: { token }, headers })).status).toBe(415)
    expect((await ask('/sign-in', { form: { token: 'x'.repeat(20_000) } })).status).toBe(400)
  })
})
