import { tokenOf, useStandingClock } from '@course-grading/test-service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSettingsChange } from '@course-grading/test-kit'
import { createRateLimit } from './rate-limit.ts'
import { settingsClient, startTestService, teacher, type TestService } from '../service.fixture.ts'

let service: TestService
let client: ReturnType<typeof settingsClient>
const start = async (env?: Record<string, string>): Promise<void> => {
  service = await startTestService(env)
  client = settingsClient(service)
}

describe('token identities with a cache of a second', () => {
  const clock = useStandingClock()
  beforeEach(() => start({ TOKEN_CACHE_TTL_S: '1' }))
  afterEach(() => service.stop())

  it('lets a revoked token read until its time has ended, and never write', async () => {
    expect((await client.get()).status).toBe(200)
    service.upstream.world.revokeToken(101)
    expect((await client.get()).status).toBe(200)
    expect((await client.put({ body: aSettingsChange() })).status).toBe(401)
    // The write saw that the token was refused; nobody reads with that token any more.
    expect((await client.get()).status).toBe(401)
  })

  it('asks again when the time has ended', async () => {
    expect((await client.get()).status).toBe(200)
    service.upstream.world.revokeToken(101)
    await clock.forward(990)
    expect((await client.get()).status).toBe(200)
    await clock.forward(20)
    expect((await client.get()).status).toBe(401)
  })

  it('remembers a refusal too', async () => {
    expect((await client.get({ token: 'f'.repeat(40) })).status).toBe(401)
    expect((await client.get({ token: 'f'.repeat(40) })).status).toBe(401)
    expect(service.upstream.journal.count({ path: '/api/v2/users/me' })).toBe(1)
  })

  it('never remembers a failure of the platform', async () => {
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status: 500 } })
    expect((await client.get()).status).toBe(502)
    expect((await client.get()).status).toBe(200)
  })

  it('counts the time of an entry from its request, however slow the reply', async () => {
    service.upstream.faults.add({
      path: '/api/v2/users/me',
      times: 1,
      action: { kind: 'slow_drip', chunkBytes: 100, intervalMs: 150 },
    })
    const reading = client.get()
    await service.upstream.journal.waitFor({ path: '/api/v2/users/me', userId: 101 }, 60_000)
    service.upstream.world.revokeToken(101)
    await clock.forward(900)
    expect((await reading).status).toBe(200)
    expect((await client.get()).status).toBe(200)
    await clock.forward(200)
    expect((await client.get()).status).toBe(401)
  })

  it('takes neither 403 nor 404 about the token for a reply about the person', async () => {
    for (const status of [403, 404]) {
      service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status } })
      const reply = await client.get()
      expect(reply.status).toBe(502)
      expect(await reply.json()).toMatchObject({ error: { code: 'aplus_unavailable' } })
    }
  })

  it('keeps two tokens apart', async () => {
    const [mine, theirs] = await Promise.all([client.get(), client.get({ token: tokenOf(104) })])
    expect([mine.status, theirs.status]).toEqual([200, 403])
  })

  it('validates a write again even when the token was seen a moment ago', async () => {
    await client.get()
    service.upstream.world.removeRole(11, 101)
    expect((await client.put({ body: aSettingsChange() })).status).toBe(403)
  })
})

describe('token identities with the cache of a minute', () => {
  beforeEach(() => start())
  afterEach(() => service.stop())

  it('makes one upstream call for all first requests of one token', async () => {
    const statuses = await Promise.all(Array.from({ length: 250 }, async () => (await client.get()).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(service.upstream.journal.count({ path: '/api/v2/users/me' })).toBe(1)
  })
})

describe('token identities without a cache', () => {
  beforeEach(() => start({ TOKEN_CACHE_TTL_S: '0' }))
  afterEach(() => service.stop())

  it('asks for every request', async () => {
    await client.get()
    service.upstream.world.revokeToken(101)
    expect((await client.get()).status).toBe(401)
  })
})

describe('token identities of an older platform', () => {
  beforeEach(async () => {
    await start()
    service.upstream.world.features.roleCourseLists = false
  })
  afterEach(() => service.stop())

  it('finds a teacher by the list of tags that only teachers may read', async () => {
    expect((await client.get()).status).toBe(200)
    expect((await client.get()).status).toBe(200)
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(1)
  })

  it('asks about the course once for all first requests of one token', async () => {
    service.upstream.faults.add({
      path: '/api/v2/courses/11/usertags',
      times: 1,
      action: { kind: 'delay', delayMs: 200 },
    })
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await client.get()).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(1)
  })

  it('forgets a failed probe of the course', async () => {
    service.upstream.faults.add({
      path: '/api/v2/courses/11/usertags',
      times: 1,
      action: { kind: 'status', status: 500 },
    })
    expect((await client.get()).status).toBe(502)
    expect((await client.get()).status).toBe(200)
  })

  it('is not waited for longer than a read may take, and the next read finds the result', async () => {
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'delay', delayMs: 3_000 } })
    service.upstream.faults.add({
      path: '/api/v2/courses/11/usertags',
      times: 1,
      action: { kind: 'delay', delayMs: 4_000 },
    })
    expect((await client.get()).status).toBe(502)
    expect((await client.get()).status).toBe(200)
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(1)
  })

  it('rejects an assistant', async () => {
    expect((await client.get({ token: tokenOf(102) })).status).toBe(403)
  })

  it('asks about the course again for a write', async () => {
    await client.get()
    expect((await client.put({ token: teacher, body: aSettingsChange() })).status).toBe(200)
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(2)
  })
})

describe('rate limit', () => {
  useStandingClock()
  beforeEach(() => start({ RATE_LIMIT_PER_MINUTE: '5' }))
  afterEach(() => service.stop())

  it("rejects what exceeds a minute's worth with the time to come again, and calls nobody", async () => {
    for (let index = 0; index < 5; index += 1) expect((await client.get()).status).toBe(200)
    const before = service.upstream.journal.count()
    const reply = await client.get()
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(12)
    expect(await reply.json()).toMatchObject({ error: { code: 'rate_limited', issues: [] } })
    expect(service.upstream.journal.count()).toBe(before)
  })

  it('counts a token whatever address it comes from', async () => {
    const rateLimit = createRateLimit(5)
    for (let index = 0; index < 5; index += 1) rateLimit(`10.0.0.${index}`, 'one')
    expect(() => rateLimit('10.0.0.99', 'one')).toThrow('rate_limited')
    expect(() => rateLimit('10.0.0.99', 'two')).not.toThrow()
  })

  it('keeps what others used up while one address sends ever new tokens', async () => {
    const rateLimit = createRateLimit(5)
    for (let index = 0; index < 5; index += 1) rateLimit('10.0.0.1', 'victim')
    for (let index = 0; index < 25_000; index += 1) {
      try {
        rateLimit('10.0.0.2', `token ${index}`)
      } catch {
        // Refused by its address after the first five.
      }
    }
    expect(() => rateLimit('10.0.0.3', 'victim')).toThrow('rate_limited')
  })

  it('counts an address whatever token it sends', async () => {
    for (let index = 0; index < 5; index += 1) await client.get({ token: tokenOf(200 + index) })
    expect((await client.get({ token: tokenOf(250) })).status).toBe(429)
  })
})
