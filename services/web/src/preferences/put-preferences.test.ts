import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()
beforeEach(() => boundary.forget())

describe('language and theme', () => {
  it('are chosen from the foot of a page, to which the person comes back', async () => {
    const { status, headers } = await ask('/preferences', {
      form: { theme: 'dark', to: '/feedback?cursor=a' },
      signedIn: true,
    })
    expect([status, headers.location]).toEqual([303, '/feedback?cursor=a'])
    expect(boundary.calls.map(({ operation }) => operation)).toEqual(['getSession', 'putPreferences'])
  })

  it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/.//evil.example', 'javascript:canary()', ''])(
    'lead to no other site: %j',
    async (to) => {
      const { headers } = await ask('/preferences', { form: { theme: 'dark', to }, signedIn: true })
      expect(headers.location).toBe('/')
    },
  )

  it('that were changed elsewhere meanwhile stay as they are, and are shown', async () => {
    boundary.replyWith('putPreferences', { status: 412, body: { code: 'revision_conflict', requestId: 'r-12345678' } })
    const { status, headers } = await ask('/preferences', { form: { locale: 'fi', to: '/' }, signedIn: true })
    expect([status, headers.location]).toEqual([303, '/'])
  })

  it("are the person's, or else what the browser asks for", async () => {
    const { example } = frontendInternal.operations.getSession.replies[200]
    const headers = { 'Accept-Language': 'fi-FI, en;q=0.5' }
    const langOf = async (preferencesRevision: number) => {
      const preferences = { ...example.preferences, locale: 'en' }
      boundary.replyWith('getSession', { status: 200, body: { ...example, preferences, preferencesRevision } })
      return /<html lang="(\w+)"/.exec((await ask('/', { headers, signedIn: true })).text)?.[1]
    }
    expect([await langOf(0), await langOf(1)]).toEqual(['fi', 'en'])
  })
})
