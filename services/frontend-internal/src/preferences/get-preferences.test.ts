import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getPreferences', () => {
  it('replies with defaults at revision 0 to a person who never wrote any', async ({ service, stranger }) => {
    const reply = await get(service, stranger)
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.json()).toEqual(defaultPreferences)
  })

  it('replies 304 without a body to a caller with the current revision', async ({ service, stranger }) => {
    for (const known of ['"0"', 'W/"0"', '"7", "0"', '*']) {
      const reply = await get(service, stranger, { 'If-None-Match': known })
      await expect(reply).toBeRevision(304, 0)
      expect(await reply.text()).toBe('')
    }
    await expect(get(service, stranger, { 'If-None-Match': '"1"' })).toBeReply(200)
  })

  it('has no body with HEAD', async ({ service, stranger }) => {
    const reply = await service.request('HEAD', '/preferences', { session: stranger })
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.text()).toBe('')
  })
})

const get = (service: TestService, stranger: string, headers: Record<string, string> = {}): Promise<Response> =>
  service.request('GET', '/preferences', { session: stranger, headers })
