import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { settingsClient, startTestService, type TestService } from '../service.fixture.ts'

const token = 'f'.repeat(40)

let service: TestService
let client: ReturnType<typeof settingsClient>
beforeEach(async () => {
  service = await startTestService({ TOKEN_CACHE_TTL_S: '60' })
  client = settingsClient(service)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await service.stop()
})

const now = performance.now.bind(performance)

/** The steady clock of this process, and so of the service, is now ahead of time. */
function beAhead(ms: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
}

describe('a refused token', () => {
  it('is asked about again after ten seconds, however long answers are kept', async () => {
    expect((await client.get({ token })).status).toBe(401)
    service.upstream.world.addUser({ id: 9001, username: 'late', token })
    service.upstream.world.setRole(11, 9001, 'teacher')
    beAhead(8000)
    expect((await client.get({ token })).status).toBe(401)
    beAhead(11_000)
    expect((await client.get({ token })).status).toBe(200)
    beAhead(60_000)
    service.upstream.world.revokeToken(9001)
    expect((await client.get({ token })).status).toBe(200)
  })
})
