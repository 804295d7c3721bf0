import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemOf } from '../problem-of.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'
import { openDeliveries, type Deliveries } from './deliveries.fixture.ts'

let service: TestService
let deliveries: Deliveries
let teacher: string
beforeAll(async () => {
  service = await startTestService()
  deliveries = await openDeliveries(service)
  teacher = await service.signIn(101)
})
afterAll(async () => {
  await deliveries.close()
  await service.stop()
})

const get = (id: string, session = teacher) => service.request('GET', `/deliveries/${id}`, { session })

describe('getDelivery', () => {
  it('shows the state of a delivery, and each of its sends', async () => {
    const id = await deliveries.put('ambiguous')
    const reply = await get(id)
    expect([reply.status, await reply.json()]).toEqual([
      200,
      {
        id,
        courseId: 11,
        exerciseId: 1103,
        submissionId: expect.any(Number),
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
      },
    ])
  })

  it('shows what confirmed an arrival', async () => {
    expect(await (await get(await deliveries.put('delivered'))).json()).toMatchObject({
      state: 'delivered',
      confirmedBy: 'answer',
    })
  })

  it('shows the effect of the grade on the learning platform, and whether the grade stands', async () => {
    const id = await deliveries.put('delivered')
    await deliveries.recordVerified(id, {
      shown: { status: 'unofficial', grade: 6, latePenalty: 0.5 },
      standing: { grade: 6, gradingTime: '2026-11-20T10:00:00Z', graderId: null },
    })
    const upstream = { at: expect.stringMatching(/\.\d{3}Z$/), status: 'unofficial', grade: 6, latePenalty: 0.5 }
    expect(await (await get(id)).json()).toMatchObject({ state: 'delivered', upstream, standing: 'ours' })
    const page = (await (
      await service.request('GET', '/courses/11/deliveries?state=delivered', { session: teacher })
    ).json()) as { items: unknown[] }
    expect(page.items).toContainEqual(expect.objectContaining({ id, upstream, standing: 'ours' }))
  })

  it('is for teachers of the course: other members get 403, and strangers 404', async () => {
    const id = await deliveries.put('held')
    for (const userId of [102, 103, 201])
      expect(await problemOf(await get(id, await service.signIn(userId)))).toEqual([403, 'forbidden'])
    for (const userId of [104, 105])
      expect(await problemOf(await get(id, await service.signIn(userId)))).toEqual([404, 'not_found'])
  })

  it('replies 404 to students of a hidden course', async () => {
    const id = await deliveries.put('held')
    service.upstream.world.course(11).visibleToStudents = false
    expect(await problemOf(await get(id, await service.signIn(201)))).toEqual([404, 'not_found'])
    service.upstream.world.course(11).visibleToStudents = true
  })

  it('replies 404 for an unknown id', async () => {
    expect(await problemOf(await get('019ea3f2-6c00-7a1b-8c2d-3e4f5a6b7c8d'))).toEqual([404, 'not_found'])
  })
})
