import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { describe, expect } from 'vitest'
import type { Deliveries } from '../delivery/deliveries.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

describe('a refresh, compared with the delivered grades', () => {
  it('reports each grade that no longer stands once, everywhere', async ({ service, deliveries }) => {
    const ids = [
      await delivered(service, deliveries, 3001),
      await delivered(service, deliveries, 3002),
      await delivered(service, deliveries, 3003),
      await delivered(service, deliveries, 3004),
    ]
    await refresh(service)
    expect((await Promise.all(ids.map((id) => shown(service, id)))).map(({ standing }) => standing)).toEqual([
      'ours',
      'ours',
      'ours',
      'ours',
    ])
    const before = await counted(service)
    // One grade is lost because the submission was sent to grading again; one submission was graded by a teacher; and one has
    // the same points from another time.
    Object.assign(upstreamOf(service, 3001), { status: 'waiting', grade: 0, gradedAtMs: null })
    Object.assign(upstreamOf(service, 3002), { grade: 20, gradedAtMs: gradedAtMs + 1, graderId: 101 })
    upstreamOf(service, 3003).gradedAtMs = gradedAtMs + 1
    await refresh(service)
    await refresh(service)
    expect((await Promise.all(ids.map((id) => shown(service, id)))).map(({ standing }) => standing)).toEqual([
      'changed',
      'changed',
      'changed',
      'ours',
    ])
    expect((await counted(service)) - before).toBe(3)
    expect(ids.map((id) => logged(service, id).length)).toEqual([1, 1, 1, 0])
    expect((await shown(service, ids[0] ?? '')).state).toBe('delivered')
  })

  it('does not compare a grade if the reading began before it was seen to stand', async ({ service, deliveries }) => {
    const letGo = service.upstream.faults.hold({ path: '/api/v2/courses/11/submissiondata', times: 1 })
    service.upstream.journal.clear()
    const reading = refresh(service)
    await expect.poll(() => service.upstream.journal.count({ operation: 'listSubmissionData' })).toBeGreaterThan(0)
    const id = await deliveries.put('delivered', 3006)
    await deliveries.recordVerified(id, {
      shown: { status: 'ready', grade: 12, latePenalty: null },
      standing: { grade: 12, gradingTime, graderId: null },
    })
    letGo()
    await reading
    expect((await shown(service, id)).standing).toBe('ours')
    await refresh(service)
    expect((await shown(service, id)).standing).toBe('changed')
  })

  it('shows a grade that no verification has seen, without saying whether it is ours', async ({
    service,
    deliveries,
  }) => {
    Object.assign(upstreamOf(service, 3007), { status: 'unofficial', grade: 12, gradedAtMs })
    const id = await deliveries.put('delivered', 3007)
    expect(await shown(service, id)).toMatchObject({ upstream: null, standing: 'unknown' })
    await refresh(service)
    const upstream = { at: expect.any(String), status: 'unofficial', grade: 12, latePenalty: null }
    expect(await shown(service, id)).toMatchObject({ upstream, standing: 'unknown' })
    Object.assign(upstreamOf(service, 3007), { status: 'ready', grade: 0 })
    await refresh(service)
    expect(await shown(service, id)).toMatchObject({ upstream: { status: 'ready', grade: 0 }, standing: 'unknown' })
  })

  it('does not compare a submission that the list lacks although the platform has it', async ({
    service,
    deliveries,
  }) => {
    const id = await delivered(service, deliveries, 3008)
    service.upstream.world.submissions.set(3008, { ...upstreamOf(service, 3008), submitterIds: [] })
    await refresh(service)
    expect((await shown(service, id)).standing).toBe('ours')
  })

  it('reports the grade of a submission that was deleted, once, everywhere', async ({ service, deliveries }) => {
    const id = await delivered(service, deliveries, 3010)
    const before = await counted(service)
    service.upstream.world.removeSubmission(3010)
    for (let times = 0; times < 2; times += 1) await refresh(service)
    expect(await shown(service, id)).toMatchObject({ standing: 'changed', upstream: null, state: 'delivered' })
    expect([(await counted(service)) - before, logged(service, id).length]).toEqual([1, 1])
  })
})

const gradedAtMs = Date.UTC(2026, 10, 2, 12)
const gradingTime = '2026-11-02T14:00:00+02:00'
const upstreamOf = (service: TestService, submissionId: number) => service.upstream.world.submission(submissionId)
const refresh = (service: TestService) => expect(service.send('POST', '/courses/11/snapshot/refresh')).toBeReply(200)
const shown = (service: TestService, id: string) => service.read<Delivery>(`/deliveries/${id}`)

const logged = (service: TestService, id: string) =>
  service.logLines.filter((line) => line.includes('"delivery_standing_changed"') && line.includes(id))

const counted = async (service: TestService) =>
  Number(
    /delivery_standing_changes_total\{finder="refresh"\} (\d+)/.exec(
      await (await fetch(`${service.url}/metrics`)).text(),
    )?.[1],
  )

/** Makes a delivered delivery whose grade was seen to stand upstream. */
async function delivered(service: TestService, deliveries: Deliveries, submissionId: number): Promise<string> {
  Object.assign(upstreamOf(service, submissionId), { status: 'ready', grade: 12, gradedAtMs })
  const id = await deliveries.put('delivered', submissionId)
  await deliveries.recordVerified(id, {
    shown: { status: 'ready', grade: 12, latePenalty: null },
    standing: { grade: 12, gradingTime, graderId: null },
  })
  return id
}
