import { describe, expect } from 'vitest'
import { untilReadiness, waitFor } from '../service-process.ts'
import { keep, ok } from './behaviour.ts'
import { it } from './delivery-test.ts'
import type { DeliveryWorld } from './delivery-world.ts'
import { judge } from './ledger.ts'
import { patientTimes } from './time-limits.ts'

describe('a worker that has nothing to do', { timeout: 600_000 }, () => {
  it('is notified by the database before it asks again by itself', async ({ world, peer }) => {
    // By itself it asks again after a second at the earliest. Each try has a new worker, because the end of other work would
    // make it ask too.
    let sinceAsked = Infinity
    for (let tries = 30; tries > 0 && sinceAsked >= 1; tries -= 1) {
      const { id } = await world.deliver({ origin: peer.origin, held: true })
      const worker = await world.worker(patientTimes)
      const askedAt = await waitFor('the worker to ask and get nothing', () => askedJustNow(world))
      await world.release(id)
      await world.until('the grade to arrive', [id], 'delivered')
      const [lease] = await world.query<{ since: number }>(
        `
        SELECT extract(epoch FROM at - $2::timestamptz)::float8 AS since FROM delivery_event WHERE event = 'leased' AND delivery_id = $1`,
        [id, askedAt],
      )
      sinceAsked = lease!.since
      worker.signal('SIGKILL')
      await worker.exited
    }
    expect(sinceAsked).toBeLessThan(1)
  })
})

describe('SIGTERM to a worker', { timeout: 600_000 }, () => {
  it('completes the send in progress, returns unsent deliveries, and begins nothing', async ({
    world,
    peer,
    other,
  }) => {
    const posts = keep('post', peer)
    const verifications = keep('verification', other)
    const worker = await world.worker(patientTimes)
    const sending = await world.deliver({ origin: peer.origin })
    const atItsVerification = await world.deliver({ origin: other.origin })
    await waitFor('the grade and the verification', () => posts.length === 1 && verifications.length === 1)
    worker.signal('SIGTERM')
    await untilReadiness(worker, 503)
    worker.signal('SIGTERM')
    other.play({})
    const late = await world.deliver({ origin: other.origin })
    // The send continues although everything else of the worker has ended.
    await untilReadiness(worker, null)
    posts[0]!.socket.write(ok)
    expect(await worker.exited).toBe(0)
    const rows = await world.find([sending.id, atItsVerification.id, late.id])
    expect(rows.map(({ state }) => state)).toEqual(['delivered', 'pending', 'pending'])
    const givenBack = rows.slice(1).flatMap(({ events }) => events)
    expect(new Set(givenBack)).toEqual(new Set(['created', 'leased', 'returned:stopped']))
    // One lease from before, and one that it may have been requesting at that moment.
    expect(givenBack.filter((event) => event === 'leased').length).toBeLessThanOrEqual(2)

    await world.worker(patientTimes)
    const later = await world.until('the others to arrive', [atItsVerification.id, late.id], 'delivered')
    expect(judge(world.ledger, [rows[0]!, ...later])).toEqual([])
    expect([sending, atItsVerification, late].map((grade) => begun(world, grade))).toEqual([1, 1, 1])
  })

  it('ends it after the grace time: a send without a recorded outcome becomes ambiguous, and is not sent again', async ({
    world,
    peer,
    other,
  }) => {
    const posts = keep('post', peer)
    other.play({})
    const proxy = await world.proxy()
    const worker = await world.worker({ DATABASE_URL: proxy.url })
    const grades = [
      await world.deliver({ origin: peer.origin, held: true }),
      await world.deliver({ origin: other.origin, held: true }),
    ]
    // Neither outcome reaches the database: one send gets no reply, and the other gets one.
    const records = grades.map(({ id }) => proxy.hold({ statement: 'recordOutcome', part: 'statement', about: id }))
    for (const { id } of grades) await world.release(id)
    await waitFor('the grade that gets no reply', () => posts[0])
    await records[1]!.caught
    worker.signal('SIGTERM')
    await untilReadiness(worker, 503)
    expect(await worker.exited).toBe(0)

    // Ends its leases at once, as if their time had passed.
    await world.query("UPDATE delivery SET lease_until = clock_timestamp() WHERE state = 'sending'")
    await world.worker()
    const rows = await world.until('both to be ambiguous', grades, 'ambiguous')
    expect(rows.map(({ sends }) => sends.at(-1))).toEqual(
      rows.map(() => expect.stringMatching(/^\d+ ambiguous worker_lost$/)),
    )
    expect(judge(world.ledger, rows)).toEqual([])
    expect(grades.map((grade) => begun(world, grade))).toEqual([1, 1])
  })
})

/** How many POSTs of the submission began, complete or not. */
const begun = ({ ledger }: DeliveryWorld, { submissionId }: { submissionId: number }): number =>
  ledger.begun.filter((each) => each === submissionId).length

/** When a worker last asked for a delivery, if that was within 200 ms and has ended. */
async function askedJustNow({ query }: DeliveryWorld): Promise<string | undefined> {
  const [ask] = await query<{ at: string }>(`
    SELECT query_start::text AS at FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'manual-grading' AND state = 'idle'
      AND query LIKE '%WITH due AS%delivery.state = ''pending''%' AND query_start > clock_timestamp() - interval '200 ms'
    ORDER BY query_start DESC LIMIT 1`)
  return ask?.at
}
