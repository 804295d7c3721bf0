import { describe, expect, it } from 'vitest'
import { openTestWeb } from '../web.fixture.ts'

const { ask, boundary } = await openTestWeb()

describe('signing out', () => {
  it('clears what the browser keeps', async () => {
    const { status, headers } = await ask('/sign-out', { form: {}, signedIn: true })
    expect([status, headers.location, headers['clear-site-data']]).toEqual([303, '/sign-in', '"storage"'])
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-session=; Max-Age=0; /)
  })

  it('forgets who it was, so that the next launch on a shared computer asks nothing', async () => {
    const { headers } = await ask('/sign-out', { form: {}, signedIn: true })
    expect(headers['set-cookie']?.[1]).toMatch(/^__Host-person=; Max-Age=0; /)
  })

  it('is done where the session has ended already', async () => {
    boundary.replyWith('deleteSession', { status: 401, body: { code: 'session_expired', requestId: 'r-12345678' } })
    expect((await ask('/sign-out', { form: {}, signedIn: true })).headers.location).toBe('/sign-in')
  })
})
