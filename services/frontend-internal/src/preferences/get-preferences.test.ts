import { defaultPreferences } from '@course-grading/contracts/preferences/preferences'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let session: string
beforeAll(async () => {
  service = await startTestService()
  session = await service.signIn(105)
})
afterAll(() => service.stop())

const get = (headers: Record<string, string> = {}): Promise<Response> =>
  service.request('GET', '/preferences', { session, headers })

describe('getPreferences', () => {
  it('replies with the defaults at revision 0 to a person who never wrote preferences', async () => {
    const reply = await get()
    expect([reply.status, reply.headers.get('etag'), await reply.json()]).toEqual([200, '"0"', defaultPreferences])
  })

  it('replies 304 without a body to a caller with the current revision', async () => {
    for (const known of ['"0"', 'W/"0"', '"7", "0"', '*']) {
      const reply = await get({ 'If-None-Match': known })
      expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([304, '"0"', ''])
    }
    expect((await get({ 'If-None-Match': '"1"' })).status).toBe(200)
  })

  it('has no body with HEAD', async () => {
    const reply = await service.request('HEAD', '/preferences', { session })
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([200, '"0"', ''])
  })
})
