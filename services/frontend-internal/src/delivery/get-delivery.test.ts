import type { Delivery } from '@course-grading/contracts/delivery/delivery'
import { statementsOf } from '@course-grading/test-service'
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
      exerciseName: null,
      submitters: [expect.any(Object)],
      assessmentId: expect.any(String),
      grader: { userId: 101, fullName: 'Terry Teacher', alias: false },
      deliverable: true,
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
      decideFrom: expect.stringMatching(/\.\d{3}Z$/),
      decisions: [],
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

  it('says from when on an ambiguous delivery can be decided: its send start plus the settle time', async ({
    service,
    deliveries,
  }) => {
    await service.sql`UPDATE delivery_control SET settle_s = 180`
    const { sends, decideFrom } = await read(service, await deliveries.put('ambiguous'))
    const waitMs = Date.parse(decideFrom ?? '') - Date.parse(sends[0]?.startedAt ?? '')
    expect([180_000, 180_001]).toContain(waitMs)
    expect(await read(service, await deliveries.put('refused'))).toMatchObject({ decideFrom: null })
  })

  it('names who graded in the learning platform, as far as the name is known', async ({ service, deliveries }) => {
    const id = await deliveries.put('refused')
    const graderOf = async (userId: number | null) => {
      await service.sql`UPDATE delivery SET seen_at = now(), seen_grade = 12, seen_grader_id = ${userId} WHERE id = ${id}`
      return (await read(service, id)).seenUpstream?.grader
    }
    expect(await graderOf(101)).toEqual({ userId: 101, fullName: 'Terry Teacher', alias: false })
    expect(await graderOf(999)).toEqual({ userId: 999, fullName: 'User 999', alias: false })
    expect(await graderOf(null)).toBeNull()
  })

  it('has the newest 20 decisions, without a person for an operator', async ({ service, deliveries }) => {
    const id = await deliveries.put('refused')
    for (let index = 0; index < 21; index += 1)
      await service.sql`INSERT INTO delivery_event (delivery_id, at, event, to_state, send_number, epoch, by_user_id, reason)
        VALUES (${id}, now(), 'resolved_send_again', 'pending', 1, 1, ${index === 20 ? null : index === 19 ? 999 : 101}, ${`reason ${index}`})`
    const { decisions } = await read(service, id)
    const at = expect.stringMatching(/\.\d{3}Z$/)
    expect(decisions.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 20 }, (_, index) => `reason ${20 - index}`),
    )
    expect(decisions.slice(0, 3)).toEqual([
      { as: 'send_again', by: null, at, reason: 'reason 20' },
      { as: 'send_again', by: { userId: 999, fullName: 'User 999', alias: false }, at, reason: 'reason 19' },
      { as: 'send_again', by: { userId: 101, fullName: 'Terry Teacher', alias: false }, at, reason: 'reason 18' },
    ])
  })

  it('makes two statements', async ({ service, deliveries }) => {
    const id = await deliveries.put('held')
    expect(await statementsOf(service, () => get(service, id))).toBe(2)
  })

  it('replies 404 to students of a hidden course', async ({ service, deliveries }) => {
    const id = await deliveries.put('held')
    service.upstream.world.course(11).visibleToStudents = false
    await expect(get(service, id, await service.signIn(201))).toBeProblem(404, 'not_found')
    service.upstream.world.course(11).visibleToStudents = true
  })

  it('names the exercise as the snapshot does', async ({ service, deliveries }) => {
    const id = await deliveries.put('held')
    await service.send('POST', '/courses/11/snapshot/refresh')
    expect(await read(service, id)).toMatchObject({ exerciseName: expect.stringContaining('Essay') })
  })
})

const get = (service: TestService, id: string, session?: string) => service.get(`/deliveries/${id}`, session)

const read = (service: TestService, id: string) => service.read<Delivery>(`/deliveries/${id}`)
