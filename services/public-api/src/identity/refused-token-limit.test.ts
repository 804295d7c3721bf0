import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { fullRun } from '@course-grading/data/testing/full-run'
import { aSettingsChange } from '@course-grading/test-kit'
import { startCrowd, tokenOf, useStoppedClock } from '@course-grading/test-service'
import { afterEach, describe, expect, it } from 'vitest'
import { settingsClient, openServices, teacher, type TestService } from '../service.fixture.ts'

describe('the limit of refused tokens', () => {
  const clock = useStoppedClock()

  it('rejects further unknown tokens with 429 and Retry-After, without a call to the platform, while known tokens may read and write', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '5' })
    expect((await client.get()).status).toBe(200)
    for (let index = 0; index < 5; index += 1) expect((await client.get({ token: madeUp() })).status).toBe(401)
    const before = identityCalls()
    for (const reply of [await client.get({ token: madeUp() }), await client.put({ token: madeUp(), body: {} })]) {
      expect([reply.status, Number(reply.headers.get('retry-after'))]).toEqual([429, 12])
      expect(await reply.json()).toMatchObject({ error: { code: 'rate_limited', issues: [] } })
    }
    expect(identityCalls()).toBe(before)
    expect([(await client.get()).status, (await client.put({ body: aSettingsChange() })).status]).toEqual([200, 200])
    await clock.forward(12_000)
    expect((await client.get({ token: madeUp() })).status).toBe(401)
  })

  it('counts each request with a refused token, also if the refusal is cached', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '3' })
    const token = madeUp()
    const statuses: number[] = []
    for (let index = 0; index < 4; index += 1) statuses.push((await client.get({ token })).status)
    expect([statuses, identityCalls()]).toEqual([[401, 401, 401, 429], 1])
  })

  it('counts neither requests whose token turns out to be valid nor failures of the platform', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '2' })
    for (const user of [102, 103, 104, 201, 202]) expect((await client.get({ token: tokenOf(user) })).status).toBe(403)
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 3, action: { kind: 'status', status: 500 } })
    for (let index = 0; index < 3; index += 1) expect((await client.get({ token: tokenOf(203) })).status).toBe(502)
    for (const status of [401, 401, 429]) expect((await client.get({ token: madeUp() })).status).toBe(status)
  })

  it('counts requests before their tokens are validated, so that many requests at once cannot exceed the limit', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '5' })
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 300 } })
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await client.get({ token: madeUp() })).status),
    )
    expect([
      statuses.filter((status) => status === 401).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([5, 15])
  })

  it('counts requests with the same token separately if they do not share a call', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '5', TOKEN_CACHE_TTL_S: '0' })
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 300 } })
    const token = madeUp()
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await client.get({ token })).status))
    expect([statuses.filter((status) => status === 401).length, identityCalls()]).toEqual([5, 5])
  })

  it('counts a request whose client leaves before its token is refused', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '2' })
    service.upstream.faults.add({ path: '/api/v2/users/me', times: 2, action: { kind: 'delay', delayMs: 60_000 } })
    for (let asked = 1; asked <= 2; asked += 1) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {})
      socket.write(
        `PUT /api/v1/courses/11/settings HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${madeUp()}\r\nContent-Length: 2\r\n\r\n{}`,
      )
      await expect.poll(identityCalls).toBe(asked)
      socket.resetAndDestroy()
      await expect.poll(() => service.logLines.filter((line) => line.includes('"status":499')).length).toBe(asked)
    }
    expect((await client.get({ token: madeUp() })).status).toBe(429)
  })

  it('counts a request that found no free call of the platform', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '40', UPSTREAM_TIMEOUT_MS: '1500' })
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 60_000 } })
    // Four are called, 32 wait.
    const statuses: number[] = []
    const all = Array.from({ length: 40 }, async () => statuses.push((await client.get({ token: madeUp() })).status))
    await expect.poll(() => statuses).toEqual([502, 502, 502, 502])
    expect((await client.get({ token: madeUp() })).status).toBe(429)
    await Promise.all(all)
  })

  it('counts by the network of the address that the trusted proxy reports, ignoring a port: /24 of IPv4, /48 of IPv6', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '1', TRUSTED_PROXY_HOPS: '1' })
    const statusFrom = async (address: string) => (await client.get({ token: madeUp(), headers: from(address) })).status
    expect([
      await statusFrom('203.0.113.9:1'),
      await statusFrom('203.0.113.9:2'),
      await statusFrom('203.0.113.10'),
      await statusFrom('203.0.112.9'),
    ]).toEqual([401, 429, 429, 401])
    expect([
      await statusFrom('[2001:db8:1::1]:1'),
      await statusFrom('2001:db8:1:ffff::1'),
      await statusFrom('2001:db8:2::1'),
    ]).toEqual([401, 429, 401])
  })

  it('rejects unknown tokens of all networks once ten of them have reached their limits', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '1', TRUSTED_PROXY_HOPS: '1' })
    const statusFrom = async (network: number) =>
      (await client.get({ token: madeUp(), headers: from(`203.0.${network}.1`) })).status
    // What the limit of one network rejects counts for no other.
    for (const status of [401, 429, 429]) expect(await statusFrom(1)).toBe(status)
    for (let network = 2; network <= 10; network += 1) expect(await statusFrom(network)).toBe(401)
    expect(await statusFrom(11)).toBe(429)
    await clock.forward(6_000)
    expect(await statusFrom(11)).toBe(401)
  })

  it('counts no valid token for all networks together', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '1', TRUSTED_PROXY_HOPS: '1' })
    const statusFrom = async (network: number, token: string) =>
      (await client.get({ token, headers: from(`203.0.${network}.1`) })).status
    for (let user = 201; user <= 210; user += 1) expect(await statusFrom(user, tokenOf(user))).toBe(403)
    expect(await statusFrom(1, madeUp())).toBe(401)
  })
})

describe('writes of a known teacher during requests with made-up tokens on 48 connections', () => {
  it('all succeed, also with a limit of refused tokens that is not reached', async () => {
    await start({ REFUSED_TOKENS_PER_MINUTE: '1000000' })
    const writes = fullRun ? 200 : 12
    expect((await client.get()).status).toBe(200)
    service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: 20 } })
    const crowd = startCrowd(48, () => ({
      url: `${service.url}/api/v1/courses/11/settings`,
      headers: { Authorization: `Token ${madeUp()}` },
    }))
    const statuses: number[] = []
    for (let revision = 1; revision <= writes; revision += 1) {
      statuses.push((await client.put({ token: teacher, ifMatch: `"${revision}"`, body: aSettingsChange() })).status)
    }
    await crowd.stop()
    expect(statuses).toEqual(Array.from({ length: writes }, () => 200))
    expect([...crowd.statuses.keys()]).toEqual(expect.arrayContaining([401, 502]))
  })
})

const startService = await openServices()
let service: TestService
let client: ReturnType<typeof settingsClient>
afterEach(() => service.stop())

const start = async (env: Record<string, string> = {}): Promise<void> => {
  service = await startService(env)
  client = settingsClient(service)
}

const madeUp = (): string => randomBytes(20).toString('hex')
const from = (address: string) => ({ 'X-Forwarded-For': address })
const identityCalls = (): number => service.upstream.journal.count({ path: '/api/v2/users/me' })
