import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.fixture.ts'
import { startHourlyPurge } from './hourly-purge.ts'
import { purge } from './purge.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const never = new AbortController().signal
const storedUrls = async (): Promise<unknown[]> =>
  (await service.ownerQuery('SELECT submission_id::int AS id FROM capability WHERE sealed_url IS NOT NULL ORDER BY 1')).map(({ id }) => id)

describe('purge', () => {
  it('erases URLs that ended unused or were used long ago, and none that is needed still', async () => {
    for (const submissionId of [3001, 3002, 3003, 3004]) await service.register(submissionId)
    await service.complete(3004)
    await service.ownerQuery("UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id IN (3001, 3004)")
    await service.ownerQuery("UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = 3002")
    await service.ownerQuery("UPDATE capability SET used_at = now() - interval '29 days' WHERE submission_id = 3003")
    expect(await purge(service.deps.database, never)).toEqual({ capabilities: 2, diagnostics: 0 })
    expect(await storedUrls()).toEqual([3003, 3004])
  })
})

describe('startHourlyPurge', () => {
  it('is done by one of any number of processes, once an hour', async () => {
    await service.register(3011)
    await service.ownerQuery("UPDATE capability SET expires_at = registered_at + interval '1 microsecond' WHERE submission_id = 3011")
    const stopping = new AbortController()
    const { database, logger } = service.deps
    const purges = [1, 2, 3].map(() => startHourlyPurge({ database, logger, stopping: stopping.signal, everyMs: 10 }))
    const erased = (): number => purges.reduce((total, { erased: of }) => total + of().capabilities, 0)
    await expect.poll(erased).toBe(1)
    stopping.abort()
    await Promise.all(purges.map(({ over }) => over))
    expect(await service.ownerQuery("SELECT count(*)::int AS runs FROM timer_lease WHERE name = 'purge_deliveries'")).toEqual([{ runs: 1 }])
  })
})
