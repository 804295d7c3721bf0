import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
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

/** Sets the settle time of ambiguous sends, as a worker does when it starts. */
const settleTime = (settleS: number) => ownerQuery(service, 'UPDATE delivery_control SET settle_s = $1', [settleS])
/** The settle time of production, unless a test sets another one. */
beforeEach(() => settleTime(180))

type Resolution = 'delivered' | 'send_again' | 'cancelled'
const resolve = (id: string, as: Resolution, { session = teacher, reason = 'Checked, and it is so.' } = {}) =>
  service.request('POST', `/deliveries/${id}/resolve`, { session, body: { as, reason } })
const bodyOf = async (reply: Response) => [reply.status, await reply.json()] as [number, Record<string, unknown>]
/** Decides again and again until a settle time of 1 s has passed. */
const resolveSettled = async (id: string, as: Resolution): Promise<Response> => {
  await settleTime(1)
  let reply = await resolve(id, as)
  await expect
    .poll(async () => (reply.status === 409 ? (reply = await resolve(id, as)).status : reply.status), {
      interval: 100,
    })
    .not.toBe(409)
  return reply
}

describe('resolveDelivery', () => {
  it('accepts at once that an ambiguous delivery arrived, and shows who confirmed that', async () => {
    const id = await deliveries.put('ambiguous')
    expect(await bodyOf(await resolve(id, 'delivered'))).toMatchObject([
      200,
      { id, state: 'delivered', confirmedBy: 'person' },
    ])
  })

  it.each(['send_again', 'cancelled'] as const)(
    'rejects %s for an ambiguous delivery until it has settled',
    async (as) => {
      const id = await deliveries.put('ambiguous')
      const early = await resolve(id, as)
      expect(await bodyOf(early)).toMatchObject([409, { code: 'not_in_state', detail: 'ambiguous' }])
      // Its send started a moment ago.
      const waitS = Number(early.headers.get('retry-after'))
      expect([waitS > 120, waitS <= 180, Number.isInteger(waitS)]).toEqual([true, true, true])
      expect(await bodyOf(await resolveSettled(id, as))).toMatchObject([
        200,
        { id, state: as === 'cancelled' ? 'cancelled' : 'pending' },
      ])
      // No other delivery may be due in the next test.
      await ownerQuery(
        service,
        `UPDATE delivery SET not_before = now() + interval '1 day' WHERE id = $1 AND state = 'pending'`,
        [id],
      )
    },
  )

  it.each([
    ['cancelled', 'cancelled'],
    ['send_again', 'pending'],
  ] as const)('accepts %s for a refused delivery at once', async (as, state) => {
    const id = await deliveries.put('refused')
    expect(await bodyOf(await resolve(id, as))).toMatchObject([200, { id, state }])
    await ownerQuery(
      service,
      `UPDATE delivery SET not_before = now() + interval '1 day' WHERE id = $1 AND state = 'pending'`,
      [id],
    )
  })

  it('never accepts delivered for a refused delivery, and sends no Retry-After', async () => {
    const reply = await resolve(await deliveries.put('refused'), 'delivered')
    expect(reply.headers.get('retry-after')).toBeNull()
    expect(await bodyOf(reply)).toMatchObject([409, { code: 'not_in_state', detail: 'refused' }])
  })

  it('accepts a decision as soon as the time of Retry-After has passed', async () => {
    await settleTime(1)
    const id = await deliveries.put('ambiguous')
    const early = await resolve(id, 'cancelled')
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1'])
    await delay(1000)
    expect(await bodyOf(await resolve(id, 'cancelled'))).toMatchObject([200, { id, state: 'cancelled' }])
  })

  it.each(['held', 'sending', 'delivered'] as const)('rejects decisions on a delivery that is %s', async (state) => {
    const id = await deliveries.put(state)
    for (const as of ['delivered', 'send_again', 'cancelled'] as const) {
      expect(await bodyOf(await resolve(id, as))).toMatchObject([409, { code: 'not_in_state', detail: state }])
    }
  })

  it('stores who decided and why, and logs the decision without the reason', async () => {
    const id = await deliveries.put('ambiguous')
    await resolve(id, 'delivered', { reason: "Eero's grade is there." })
    const [event] = await ownerQuery(
      service,
      `
      SELECT event, from_state, to_state, by_user_id::int, reason FROM delivery_event WHERE delivery_id = $1 ORDER BY id DESC LIMIT 1`,
      [id],
    )
    expect(event).toEqual({
      event: 'resolved_delivered',
      from_state: 'ambiguous',
      to_state: 'delivered',
      by_user_id: 101,
      reason: "Eero's grade is there.",
    })
    const line = service.logLines
      .map((each) => JSON.parse(each) as Record<string, unknown>)
      .findLast(({ event }) => event === 'delivery_resolved')
    expect(line).toMatchObject({ deliveryId: id, courseId: 11, outcome: 'delivered', userId: 101 })
    expect(service.logLines.join('')).not.toContain("Eero's grade")
  })

  it('accepts one of two decisions at the same time', async () => {
    const id = await deliveries.put('ambiguous')
    const other = await service.signIn(101)
    const replies = await Promise.all([resolve(id, 'delivered'), resolve(id, 'delivered', { session: other })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(
      await ownerQuery(service, `SELECT FROM delivery_event WHERE delivery_id = $1 AND event LIKE 'resolved%'`, [id]),
    ).toHaveLength(1)
  })

  it.each([
    [{ as: 'refused', reason: 'x' }, '$.as invalid_value'],
    [{ reason: 'x' }, '$.as required'],
    [{ as: 'cancelled' }, '$.reason required'],
    [{ as: 'cancelled', reason: '' }, '$.reason too_short'],
    [{ as: 'cancelled', reason: 'x'.repeat(501) }, '$.reason too_long'],
  ])('rejects %j', async (body, issue) => {
    const id = await deliveries.put('held')
    const reply = await service.request('POST', `/deliveries/${id}/resolve`, { session: teacher, body })
    expect(await problemOf(reply)).toEqual([400, 'validation_failed', issue])
  })

  it('is for teachers of the course', async () => {
    const id = await deliveries.put('ambiguous')
    for (const [userId, verdict] of [
      [102, [403, 'forbidden']],
      [104, [404, 'not_found']],
    ] as const) {
      expect(await problemOf(await resolve(id, 'delivered', { session: await service.signIn(userId) }))).toEqual(
        verdict,
      )
    }
    expect((await resolve(id, 'delivered')).status).toBe(200)
  })
})
