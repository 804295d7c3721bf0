import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startCrowd, tokenOf } from '@course-grading/test-service'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'

const floods = [
  { connections: 4, platformMs: 20 },
  { connections: 200, platformMs: 20 },
  { connections: 200, platformMs: 500 },
]

describe('a valid token that nobody has seen, while one network sends made-up ones', () => {
  it.each(floods)(
    'gets its turn within ten seconds, with $connections connections and a platform that takes $platformMs ms',
    async ({ connections, platformMs }) => {
      const service = await startTestService({ TRUSTED_PROXY_HOPS: '1' })
      service.upstream.faults.add({ path: '/api/v2/users/me', action: { kind: 'delay', delayMs: platformMs } })
      const crowd = startCrowd(connections, () => requestOf(service, madeUp(), `2001:db8:1:${someGroup()}::1`))
      onTestFinished(() => crowd.stop().then(service.stop))
      const waits: number[] = []
      for (let user = 201; user <= 220; user += 1) {
        waits.push(await waitOf(service, tokenOf(user), `198.51.100.${user}`))
        await setTimeout(200)
      }
      expect(Math.max(...waits)).toBeLessThan(10_000)
      expect(crowd.statuses.get(429)).toBeGreaterThan(0)
    },
  )
})

/** How long it takes until the platform has been asked about the token, if its owner tries again as the replies say. */
async function waitOf(service: TestService, token: string, address: string): Promise<number> {
  const startedAt = performance.now()
  const { url, headers } = requestOf(service, token, address)
  for (;;) {
    const reply = await fetch(url, { headers, signal: AbortSignal.timeout(60_000) })
    if (reply.status === 403) return performance.now() - startedAt
    if (performance.now() - startedAt > 20_000) return Infinity
    await setTimeout(Number(reply.headers.get('retry-after') ?? 1) * 1000)
  }
}

const requestOf = (service: TestService, token: string, address: string) => ({
  url: `${service.url}/api/v1/courses/11/settings`,
  headers: { Authorization: `Token ${token}`, 'X-Forwarded-For': address },
})

const madeUp = (): string => randomBytes(20).toString('hex')
const someGroup = (): string => randomInt(65_536).toString(16)
