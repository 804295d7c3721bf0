import { useStoppedClock } from '@course-grading/test-service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settingsClient, openServices, type TestService } from '../service.fixture.ts'

const startService = await openServices()
let service: TestService
let client: ReturnType<typeof settingsClient>
beforeEach(async () => {
  service = await startService({ TOKEN_CACHE_TTL_S: '60' })
  client = settingsClient(service)
})
afterEach(() => service.stop())

describe('a refused token', () => {
  it('is validated again after ten seconds, however long identities are cached', async () => {
    expect((await client.get({ token })).status).toBe(401)
    service.upstream.world.addUser({ id: 9001, username: 'late', token })
    service.upstream.world.setRole(11, 9001, 'teacher')
    await clock.forward(9_900)
    expect((await client.get({ token })).status).toBe(401)
    await clock.forward(200)
    expect((await client.get({ token })).status).toBe(200)
    await clock.forward(59_000)
    service.upstream.world.revokeToken(9001)
    expect((await client.get({ token })).status).toBe(200)
  })
})

const token = 'f'.repeat(40)

const clock = useStoppedClock()
