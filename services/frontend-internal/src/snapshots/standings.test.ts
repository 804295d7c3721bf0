import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Deliveries, openDeliveries } from '../delivery/deliveries.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let deliveries: Deliveries
let teacher: string
beforeEach(async () => {
  service = await startTestService()
  deliveries = await openDeliveries(service)
  teacher = await service.signIn(101)
})
afterEach(async () => {
  await deliveries.close()
  await service.stop()
})

const gradedAtMs = Date.UTC(2026, 10, 2, 12)
const gradingTime = '2026-11-02T14:00:00+02:00'
const upstreamOf = (submissionId: number) => service.upstream.world.submission(submissionId)
const refresh = async () => {
  expect((await service.request('POST', '/courses/11/snapshot/refresh', { session: teacher })).status).toBe(200)
}
const shown = async (id: string) =>
  (await (await service.request('GET', `/deliveries/${id}`, { session: teacher })).json()) as Delivery
const logged = (id: string) =>
  service.logLines.filter((line) => line.includes('"delivery_standing_changed"') && line.includes(id))
const counted = async () =>
  Number(
    /delivery_standing_changes_total\{finder="refresh"\} (\d+)/.exec(
      await (await fetch(`${service.url}/metrics`)).text(),
    )?.[1],
  )

/** Makes a delivered delivery whose grade was seen to stand upstream. */
async function delivered(submissionId: number, status: 'ready' | 'unofficial' = 'ready'): Promise<string> {
  Object.assign(upstreamOf(submissionId), { status, grade: 12, gradedAtMs })
  const id = await deliveries.put('delivered', submissionId)
  await deliveries.recordVerified(id, {
    shown: { status, grade: 12, latePenalty: null },
    standing: { grade: 12, gradingTime, graderId: null },
  })
  return id
}

describe('a refresh, compared with the delivered grades', () => {
  it('reports each grade that no longer stands once, to teachers, in the log and in the metrics', async () => {
    const ids = [await delivered(3001), await delivered(3002), await delivered(3003), await delivered(3004)]
    await refresh()
    expect([(await Promise.all(ids.map(shown))).map(({ standing }) => standing), await counted()]).toEqual([
      ['ours', 'ours', 'ours', 'ours'],
      0,
    ])
    // One grade is lost because the submission was sent to grading again; one submission was graded by a teacher; and one has
    // the same points from another time.
    Object.assign(upstreamOf(3001), { status: 'waiting', grade: 0, gradedAtMs: null })
    Object.assign(upstreamOf(3002), { grade: 20, gradedAtMs: gradedAtMs + 1, graderId: 101 })
    upstreamOf(3003).gradedAtMs = gradedAtMs + 1
    await refresh()
    await refresh()
    expect([(await Promise.all(ids.map(shown))).map(({ standing }) => standing), await counted()]).toEqual([
      ['changed', 'changed', 'changed', 'ours'],
      3,
    ])
    expect(ids.map((id) => logged(id).length)).toEqual([1, 1, 1, 0])
    expect((await shown(ids[0] ?? '')).state).toBe('delivered')
  })

  it('does not treat a grade that was made official since as changed', async () => {
    const id = await delivered(3001, 'unofficial')
    upstreamOf(3001).status = 'ready'
    await refresh()
    expect((await shown(id)).standing).toBe('ours')
    upstreamOf(3001).status = 'rejected'
    await refresh()
    expect((await shown(id)).standing).toBe('changed')
  })

  it('does not compare a grade if the reading began before the grade was seen to stand', async () => {
    service.upstream.faults.add({
      path: '/api/v2/courses/11/submissiondata',
      times: 1,
      action: { kind: 'delay', delayMs: 1_000 },
    })
    const reading = refresh()
    await expect.poll(() => service.upstream.journal.count({ operation: 'listSubmissionData' })).toBeGreaterThan(0)
    const id = await deliveries.put('delivered', 3001)
    await deliveries.recordVerified(id, {
      shown: { status: 'ready', grade: 12, latePenalty: null },
      standing: { grade: 12, gradingTime, graderId: null },
    })
    await reading
    expect((await shown(id)).standing).toBe('ours')
    await refresh()
    expect((await shown(id)).standing).toBe('changed')
  })

  it('does not compare a submission that the reading does not have', async () => {
    const id = await delivered(3001)
    service.upstream.world.removeSubmission(3001)
    await refresh()
    expect((await shown(id)).standing).toBe('ours')
  })
})
