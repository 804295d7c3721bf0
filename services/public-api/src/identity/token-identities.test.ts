import { tokenOf, useStoppedClock } from '@course-grading/test-service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aSettingsChange } from '@course-grading/test-kit'
import { createRateLimit } from './rate-limit.ts'
import { settingsClient, openServices, teacher, type TestService } from '../service.fixture.ts'

const startService = await openServices()
let service: TestService
let client: ReturnType<typeof settingsClient>
const start = async (env?: Record<string, string>): Promise<void> => {
  service = await startService(env)
  client = settingsClient(service)
}

describe('token identities with a cache of one second', () => {
  const clock = useStoppedClock()
  beforeEach(() => start({ TOKEN_CACHE_TTL_S: '1' }))
  afterEach(() => service.stop())

  it('accepts a revoked token for reads until its entry expires, and never for writes', async () => {
    expect((await client.get()).status).toBe(200)
    service.upstream.world.revokeToken(101)
    expect((await client.get()).status).toBe(200)
    expect((await client.put({ body: aSettingsChange() })).status).toBe(401)
    // The write has found that the token is refused, so reads with that token are rejected, too.
    expect((await client.get()).status).toBe(401)
  })

  it('validates a token again when its entry has expired', async () => {
    expect((await client.get()).status).toBe(200)
    service.upstream.world.revokeToken(101)
    await clock.forward(990)
    expect((await client.get()).status).toBe(200)
    await clock.forward(20)
    expect((await client.get()).status).toBe(401)
  })

  it('does not cache a failure of the platform', async () => {
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status: 500 } })
    expect((await client.get()).status).toBe(502)
    expect((await client.get()).status).toBe(200)
  })

  it('counts the age of an entry from its request, even if the reply is slow', async () => {
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

  it('treats 403 and 404 of the platform for a token as failures of the platform', async () => {
    for (const status of [403, 404]) {
      service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'status', status } })
      const reply = await client.get()
      expect(reply.status).toBe(502)
      expect(await reply.json()).toMatchObject({ error: { code: 'aplus_unavailable' } })
    }
  })

  it('validates the token of a write again, even if it was validated a moment ago', async () => {
    await client.get()
    service.upstream.world.removeRole(11, 101)
    expect((await client.put({ body: aSettingsChange() })).status).toBe(403)
  })
})

describe('token identities with a cache of one minute', () => {
  beforeEach(() => start())
  afterEach(() => service.stop())

  it('makes one call to the platform for the first requests with a token, if they come at the same time', async () => {
    const statuses = await Promise.all(Array.from({ length: 100 }, async () => (await client.get()).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(service.upstream.journal.count({ path: '/api/v2/users/me' })).toBe(1)
  })

  it.each([
    ['', true],
    [', on an older platform', false],
  ])('rejects the reads of a caller whose write has found the role lost%s', async (_what, roleCourseLists) => {
    service.upstream.world.features.roleCourseLists = roleCourseLists
    expect((await client.get()).status).toBe(200)
    service.upstream.world.removeRole(11, 101)
    expect((await client.put({ body: aSettingsChange() })).status).toBe(403)
    expect((await client.get()).status).toBe(403)
  })

  it('keeps no role that a read was told before a write found it lost', async () => {
    const action = { kind: 'slow_drip', chunkBytes: 100, intervalMs: 150 } as const
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action })
    const reading = client.get()
    await service.upstream.journal.waitFor({ path: '/api/v2/users/me', userId: 101 }, 60_000)
    service.upstream.world.removeRole(11, 101)
    expect((await client.put({ body: aSettingsChange() })).status).toBe(403)
    await reading
    expect((await client.get()).status).toBe(403)
  })

  it('keeps no identity that a write has found, since a read may have found the token refused meanwhile', async () => {
    expect((await client.put({ body: aSettingsChange() })).status).toBe(200)
    expect((await client.get()).status).toBe(200)
    expect(service.upstream.journal.count({ path: '/api/v2/users/me' })).toBe(2)
  })
})

describe('token identities without a cache', () => {
  beforeEach(() => start({ TOKEN_CACHE_TTL_S: '0' }))
  afterEach(() => service.stop())

  it('validates the token of every request', async () => {
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

  it('recognises a teacher by access to the list of tags, which only teachers may read', async () => {
    expect((await client.get()).status).toBe(200)
    expect((await client.get()).status).toBe(200)
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(1)
  })

  it('probes the course once for the first requests with a token, if they come at the same time', async () => {
    service.upstream.faults.add({
      path: '/api/v2/courses/11/usertags',
      times: 1,
      action: { kind: 'delay', delayMs: 200 },
    })
    const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await client.get()).status))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(1)
  })

  it('does not cache a failed probe of the course', async () => {
    service.upstream.faults.add({
      path: '/api/v2/courses/11/usertags',
      times: 1,
      action: { kind: 'status', status: 500 },
    })
    expect((await client.get()).status).toBe(502)
    expect((await client.get()).status).toBe(200)
  })

  it('fails a read when its time limit passes during the probe, and the next read uses the result of the probe', async () => {
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

  it('probes the course again for a write', async () => {
    await client.get()
    expect((await client.put({ token: teacher, body: aSettingsChange() })).status).toBe(200)
    expect(service.upstream.journal.count({ path: '/api/v2/courses/11/usertags' })).toBe(2)
  })
})

describe('rate limit', () => {
  useStoppedClock()
  beforeEach(() => start({ RATE_LIMIT_PER_MINUTE: '5' }))
  afterEach(() => service.stop())

  it('rejects requests beyond the limit of a minute with 429 and Retry-After, without a call to the platform', async () => {
    for (let index = 0; index < 5; index += 1) expect((await client.get()).status).toBe(200)
    const before = service.upstream.journal.count()
    const reply = await client.get()
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(reply.headers.get('retry-after'))).toBeLessThanOrEqual(12)
    expect(await reply.json()).toMatchObject({ error: { code: 'rate_limited', issues: [] } })
    expect(service.upstream.journal.count()).toBe(before)
  })

  it('counts requests with the same token together, from any addresses', async () => {
    const rateLimit = createRateLimit(5)
    for (let index = 0; index < 5; index += 1) rateLimit(`10.0.0.${index}`, 'one')
    expect(() => rateLimit('10.0.0.99', 'one')).toThrow('rate_limited')
    expect(() => rateLimit('10.0.0.99', 'two')).not.toThrow()
  })

  it('keeps the counts of other tokens while one address sends thousands of new tokens', async () => {
    const rateLimit = createRateLimit(5)
    for (let index = 0; index < 5; index += 1) rateLimit('10.0.0.1', 'victim')
    for (let index = 0; index < 25_000; index += 1) {
      try {
        rateLimit('10.0.0.2', `token ${index}`)
      } catch {
        // After the first five, the limit of the address rejects the requests.
      }
    }
    expect(() => rateLimit('10.0.0.3', 'victim')).toThrow('rate_limited')
  })

  it('counts requests of each address apart, and those of an IPv6 /64 together', async () => {
    const behindProxy = await service.replica({ TRUSTED_PROXY_HOPS: '1', RATE_LIMIT_PER_MINUTE: '1' })
    const statuses: number[] = []
    for (const [index, address] of ['203.0.113.9', '203.0.113.10', '2001:db8::1', '2001:db8::2'].entries()) {
      const headers = { 'X-Forwarded-For': address }
      statuses.push((await settingsClient(behindProxy).get({ token: tokenOf(201 + index), headers })).status)
    }
    await behindProxy.stop()
    expect(statuses).toEqual([403, 403, 403, 429])
  })

  it('counts requests from the same address together, with any tokens', async () => {
    for (let index = 0; index < 5; index += 1) await client.get({ token: tokenOf(200 + index) })
    expect((await client.get({ token: tokenOf(250) })).status).toBe(429)
  })
})
