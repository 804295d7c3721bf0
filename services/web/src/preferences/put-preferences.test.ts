import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { en } from '../texts/en.ts'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
const { example } = frontendInternal.operations.getSession.replies[200]
const assessment = frontendInternal.operations.getAssessment.replies[200].example
beforeEach(() => boundary.forget())

describe('language and theme', () => {
  it('are chosen from the foot of a page, to which the person comes back', async () => {
    const { status, headers } = await ask('/preferences/foot', {
      form: { theme: 'dark', to: '/feedback?cursor=a' },
      signedIn: true,
    })
    expect([status, headers.location]).toEqual([303, '/feedback?cursor=a'])
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(['getSession', 'putPreferences'])
  })

  it.each(['fi', 'sv'])(
    'is chosen before sign-in, too: for a year, until the person has preferences: %s',
    async (locale) => {
      const headers = { Referer: 'https://web.example/sign-in?to=/x', 'Accept-Language': 'en' }
      const refused = await ask('/sign-in', { form: { token: '' }, headers })
      const form = {
        locale,
        to: /name="to" value="([^"]*)"/.exec(refused.text.split('<footer')[1] ?? '')?.[1] ?? '',
      }
      const chosen = await ask('/preferences/foot', { form })
      expect(chosen.headers.location).toBe('/sign-in?to=/x')
      expect(chosen.headers['set-cookie']).toEqual([
        `language=${locale}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax; Secure`,
      ])
      const { text } = await ask('/sign-in', { headers: { ...headers, Cookie: `language=${locale}` } })
      expect(/<html lang="(\w+)"/.exec(text)?.[1]).toBe(locale)
      expect(boundary.calls).toEqual([])
    },
  )

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', 'javascript:canary()', ''])(
    'lead to no other site: %j',
    async (to) => {
      const { headers } = await ask('/preferences/foot', { form: { theme: 'dark', to }, signedIn: true })
      expect(headers.location).toBe('/')
    },
  )

  it('that were changed elsewhere meanwhile stay as they are, and are shown', async () => {
    boundary.replyWith('putPreferences', { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } })
    const { status, headers } = await ask('/preferences/foot', { form: { locale: 'fi', to: '/' }, signedIn: true })
    expect([status, headers.location]).toEqual([303, '/'])
  })

  it('that could not be kept are not passed over in silence', async () => {
    boundary.replyWith('putPreferences', { status: 503, body: { code: 'overloaded', requestId: 'r-12345678' } })
    const { status } = await ask('/preferences/foot', { form: { theme: 'dark', to: '/' }, signedIn: true })
    expect(status).toBe(503)
  })

  it("are the person's, too, where a form is given back", async () => {
    const preferences = { ...example.preferences, locale: 'en' }
    boundary.replyWith('getSession', { status: 200, body: { ...example, preferences, preferencesRevision: 1 } })
    boundary.replyWith('reopenAssessment', { status: 404, body: { code: 'not_found', requestId: 'r-12345678' } })
    const sent = { form: { reason: 'x' }, headers: { 'Accept-Language': 'fi' }, signedIn: true }
    expect((await ask(`/grade/${assessment.id}/reopen`, sent)).text).toContain(en.problems.byCode.not_found)
  })

  it.each([
    [null, 'Europe/Helsinki', '12:05'],
    ['Asia/Kolkata', 'Asia/Kolkata', '3:35'],
  ])('say in which zone all times are drawn: %s is %s', async (timeZone, zone, shown) => {
    const preferences = { ...example.preferences, locale: 'en', timeZone }
    boundary.replyWith('getSession', { status: 200, body: { ...example, preferences, preferencesRevision: 1 } })
    boundary.replyWith('getAssessment', { status: 200, body: { ...assessment, submittedAt: '2026-11-01T10:05:00Z' } })
    const { text } = await ask(`/grade/${assessment.id}`, { signedIn: true })
    expect(text).toContain(`data-zone="${zone}"`)
    expect(text).toContain(`Times: ${zone}`)
    expect(text).toMatch(new RegExp(`<time datetime="2026-11-01T10:05:00.000Z">Nov 1, (?:2026, )?${shown}`))
  })

  it("are the person's, or else what the browser asks for", async () => {
    const headers = { 'Accept-Language': 'fi-FI, en;q=0.5' }
    const langOf = async (preferencesRevision: number) => {
      const preferences = { ...example.preferences, locale: 'en' }
      boundary.replyWith('getSession', { status: 200, body: { ...example, preferences, preferencesRevision } })
      return /<html lang="(\w+)"/.exec((await ask('/', { headers, signedIn: true })).text)?.[1]
    }
    expect([await langOf(0), await langOf(1)]).toEqual(['fi', 'en'])
  })
})
