import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { startCrowd, tokenOf, useStoppedClock } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { itOn, startTestService } from '../service-test.fixture.ts'
import { startLimitingFrontend } from './limiting-frontend.fixture.ts'

const it = itOn(startTestService, 'test')
  .extend('frontend', async ({ service }, { onCleanup }) => {
    const frontend = await startLimitingFrontend(service.url, { host: 20, network: 200 })
    onCleanup(frontend.close)
    return frontend
  })
  .extend('carelessFrontend', async ({ service }, { onCleanup }) => {
    const frontend = await startLimitingFrontend(service.url, { host: 1_000_000, network: 1_000_000 })
    onCleanup(frontend.close)
    return frontend
  })

describe('while one network signs in with made-up tokens on four connections', () => {
  it('everybody else signs in within ten seconds, if the frontend limits refused sign-ins by network', async ({
    frontend,
  }) => {
    const crowd = floodOf(frontend.url)
    await expect.poll(() => crowd.statuses.get(429)).toBeGreaterThan(0)
    const waits: number[] = []
    for (let user = 201; user <= 220; user += 1) {
      const startedAt = performance.now()
      expect(await signIn(frontend.url, tokenOf(user))).toBe(201)
      waits.push(performance.now() - startedAt)
      await setTimeout(200)
    }
    await crowd.stop()
    expect(Math.max(...waits)).toBeLessThan(10_000)
  })
})

describe('while one network signs in with made-up tokens on four connections, once 600 were refused', () => {
  // With a stopped clock, the limit is not refilled.
  useStoppedClock()

  it('only those sign in who did within twelve hours, if the frontend limits nobody', async ({
    service,
    carelessFrontend,
  }) => {
    await service.signIn(102)
    const crowd = floodOf(carelessFrontend.url)
    await expect.poll(() => crowd.statuses.get(429)).toBeGreaterThan(0)
    const statuses = [
      await signIn(carelessFrontend.url, tokenOf(102)),
      await signIn(carelessFrontend.url, tokenOf(103)),
    ]
    await crowd.stop()
    expect(statuses).toEqual([201, 429])
  })
})

const floodOf = (url: string) =>
  startCrowd(4, () => ({
    url,
    method: 'POST',
    headers: { 'X-Forwarded-For': `203.0.113.${randomInt(256)}` },
    body: randomBytes(20).toString('hex'),
  }))

const signIn = async (url: string, token: string): Promise<number> => {
  const reply = await fetch(url, { method: 'POST', headers: { 'X-Forwarded-For': '198.51.100.7' }, body: token })
  return reply.status
}
