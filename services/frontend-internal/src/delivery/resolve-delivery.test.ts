import { describe, expect } from 'vitest'
import { it, type TestService } from '../service-test.fixture.ts'

/** The settle time of production, unless a test sets another one. */
it.beforeEach(({ service }) => settleTime(service, 180))

describe('resolveDelivery', () => {
  it('accepts at once that an ambiguous delivery arrived, and who said so', async ({ service, deliveries }) => {
    const id = await deliveries.put('ambiguous')
    await expect(resolve(service, id, 'delivered')).toBeReply(200, { id, state: 'delivered', confirmedBy: 'person' })
  })

  it('rejects to send again until a delivery has settled', async ({ service, deliveries }) => {
    const id = await deliveries.put('ambiguous')
    const early = await resolve(service, id, 'send_again')
    await expect(early).toBeProblem(409, 'not_in_state', { detail: 'ambiguous' })
    // Its send started a moment ago.
    const waitS = Number(early.headers.get('retry-after'))
    expect(waitS).toBeGreaterThan(120)
    expect(waitS).toBeLessThanOrEqual(180)
    expect(Number.isInteger(waitS)).toBe(true)
    await expect(resolveSettled(service, id, 'send_again')).toBeReply(200, { id, state: 'pending' })
    // No other delivery may be due in the next test.
    await service.sql`UPDATE delivery SET not_before = now() + interval '1 day' WHERE id = ${id}`
  })

  it('cancels a refused delivery at once', async ({ service, deliveries }) => {
    const id = await deliveries.put('refused')
    await expect(resolve(service, id, 'cancelled')).toBeReply(200, { id, state: 'cancelled' })
  })

  it('never accepts delivered for a refused delivery, and sends no Retry-After', async ({ service, deliveries }) => {
    const reply = await resolve(service, await deliveries.put('refused'), 'delivered')
    expect(reply.headers.get('retry-after')).toBeNull()
    await expect(reply).toBeProblem(409, 'not_in_state', { detail: 'refused' })
  })

  it('stores who decided and why, and logs the decision without the reason', async ({ service, deliveries }) => {
    const id = await deliveries.put('ambiguous')
    await resolve(service, id, 'delivered', { reason: "Eero's grade is there." })
    const [event] = await service.sql`
      SELECT event, from_state, to_state, by_user_id::int, reason FROM delivery_event WHERE delivery_id = ${id} ORDER BY id DESC LIMIT 1`
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
})

type Resolution = 'delivered' | 'send_again' | 'cancelled'

/** Sets the settle time of ambiguous sends, as a worker does when it starts. */
const settleTime = (service: TestService, settleS: number) =>
  service.sql`UPDATE delivery_control SET settle_s = ${settleS}`

const resolve = (
  service: TestService,
  id: string,
  as: Resolution,
  { session, reason = 'Checked, and it is so.' }: { session?: string | undefined; reason?: string } = {},
) => service.send('POST', `/deliveries/${id}/resolve`, { session, body: { as, reason } })

/** Decides again and again until a settle time of 1 s has passed. */
const resolveSettled = async (service: TestService, id: string, as: Resolution): Promise<Response> => {
  await settleTime(service, 1)
  let reply = await resolve(service, id, as)
  await expect
    .poll(async () => (reply.status === 409 ? (reply = await resolve(service, id, as)).status : reply.status), {
      interval: 100,
    })
    .not.toBe(409)
  return reply
}
