import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

describe('getDelivery', () => {
  it('shows the state of a delivery, and each of its sends', async ({ service, deliveries }) => {
    const id = await deliveries.put('ambiguous')
    const reply = await get(service, id)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toEqual({
      id,
      courseId: 11,
      exerciseId: 1103,
      submissionId: expect.any(Number),
      submitters: [expect.any(Object)],
      state: 'ambiguous',
      points: 12.5,
      maxPoints: 20,
      sends: [
        {
          number: 1,
          startedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
          outcome: 'ambiguous',
          kind: 'timeout',
          status: 200,
        },
      ],
      confirmedBy: null,
      notBefore: null,
      seenUpstream: null,
      upstream: null,
      standing: 'unknown',
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      updatedAt: expect.stringMatching(/\.\d{3}Z$/),
    })
  })

  it('shows what confirmed an arrival', async ({ service, deliveries }) => {
    expect(await (await get(service, await deliveries.put('delivered'))).json()).toMatchObject({
      state: 'delivered',
      confirmedBy: 'answer',
    })
  })

  it('shows the effect of the grade upstream, and whether it stands', async ({ service, deliveries }) => {
    const id = await deliveries.put('delivered')
    await deliveries.recordVerified(id, {
      shown: { status: 'unofficial', grade: 6, latePenalty: 0.5 },
      standing: { grade: 6, gradingTime: '2026-11-20T10:00:00Z', graderId: null },
    })
    const upstream = { at: expect.stringMatching(/\.\d{3}Z$/), status: 'unofficial', grade: 6, latePenalty: 0.5 }
    expect(await (await get(service, id)).json()).toMatchObject({ state: 'delivered', upstream, standing: 'ours' })
    const page = await service.read<{ items: unknown[] }>('/courses/11/deliveries?state=delivered')
    expect(page.items).toContainEqual(expect.objectContaining({ id, upstream, standing: 'ours' }))
  })

  it('replies 404 to students of a hidden course', async ({ service, deliveries }) => {
    const id = await deliveries.put('held')
    service.upstream.world.course(11).visibleToStudents = false
    await expect(get(service, id, await service.signIn(201))).toBeProblem(404, 'not_found')
    service.upstream.world.course(11).visibleToStudents = true
  })
})

const get = (service: TestService, id: string, session?: string) => service.get(`/deliveries/${id}`, session)
