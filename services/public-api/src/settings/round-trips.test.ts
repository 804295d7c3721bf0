import { aSettingsChange } from '@course-grading/test-kit'
import { queriesOf } from '@course-grading/test-service'
import { beforeEach, describe, expect, it } from 'vitest'
import { openService, settingsClient } from '../service.fixture.ts'

const service = await openService()
const client = settingsClient(service)
await client.get()
beforeEach(() => service.upstream.journal.clear())

describe('round trips', () => {
  it('reads with a known token without a call to the platform', async () => {
    await client.get()
    expect(upstreamCalls()).toEqual([])
  })

  it('writes with one identity call, and one call for each grader', async () => {
    const etag = (await client.get()).headers.get('etag')
    await client.put({ ifMatch: etag, body: aSettingsChange() })
    expect(upstreamCalls()).toEqual(['GET /api/v2/users/me', 'GET /api/v2/users/102', 'GET /api/v2/users/103'])
  })

  it('looks up every grader before the transaction begins', async () => {
    const etag = (await client.get()).headers.get('etag')
    service.upstream.faults.add({ path: '/api/v2/users/103', times: 1, action: { kind: 'status', status: 500 } })
    const queries = await queriesOf(service, async () =>
      expect(
        (await client.put({ ifMatch: etag, body: aSettingsChange({ manualGradingExercises: [1103] }) })).status,
      ).toBe(502),
    )
    expect(queries).not.toHaveProperty('start')
  })

  it('rejects a stale revision without looking up graders or opening a transaction', async () => {
    const queries = await queriesOf(service, async () =>
      expect(
        (await client.put({ ifMatch: '"0"', body: aSettingsChange({ manualGradingExercises: [1103] }) })).status,
      ).toBe(412),
    )
    expect(queries).not.toHaveProperty('start')
    expect(upstreamCalls()).toEqual(['GET /api/v2/users/me'])
  })

  it('looks up at most four graders at once', async () => {
    for (let id = 8001; id <= 8012; id += 1) {
      service.upstream.world.addUser({ id, username: `staff${id}` })
      service.upstream.world.setRole(11, id, 'assistant')
    }
    service.upstream.faults.add({ path: '/api/v2/users/*', times: 12, action: { kind: 'delay', delayMs: 50 } })
    const etag = (await client.get()).headers.get('etag')
    service.upstream.journal.clear()
    const graders = Array.from({ length: 12 }, (_, index) => ({ userId: 8001 + index, languages: ['fi'] }))
    expect((await client.put({ ifMatch: etag, body: aSettingsChange({ graders }) })).status).toBe(200)
    const calls = service.upstream.journal.entries.filter(({ path }) => path.startsWith('/api/v2/users/8'))
    expect(calls).toHaveLength(12)
    // Each call takes 50 ms, so calls that began less than 50 ms before another one were in flight together.
    const atOnce = calls.map(
      (call) =>
        calls.filter(({ receivedAtMs }) => receivedAtMs <= call.receivedAtMs && receivedAtMs > call.receivedAtMs - 45)
          .length,
    )
    expect(Math.max(...atOnce)).toBeLessThanOrEqual(4)
    expect(Math.max(...atOnce)).toBeGreaterThan(1)
  })
})

const upstreamCalls = (): string[] => service.upstream.journal.entries.map(({ method, path }) => `${method} ${path}`)
