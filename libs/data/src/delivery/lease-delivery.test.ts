import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { returnToPending } from './before-start-queries.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordVerifiedAfter } from './standing-queries.ts'

const grading = await openGrading()
const { database, owner, withdraw, statements, pending, leased, stateOf, stepsOf } = grading
afterAll(() => grading.close())
afterEach(() => grading.setAside())

const lease = (leaseS = 60) => leaseDelivery(database, { workerId: randomUUID(), leaseS })

describe('leaseDelivery', () => {
  it('returns everything that a send needs, in one statement', async () => {
    const id = await pending()
    statements.length = 0
    expect(await lease()).toEqual({
      deliveryId: id,
      epoch: 1,
      sendNumber: 1,
      submissionId: expect.any(Number),
      courseId: grading.courseId,
      exerciseId: 11,
      points: '7.5',
      maxPoints: '10',
      feedbackHtml: '<p>good</p>',
      submitterNames: [],
      payload: '{"rubric":1}',
      notify: true,
      failures: 0,
      failingForMs: 0,
      capability: { sealedUrl: expect.any(Buffer), keyId: 'k-1' },
      mayOverwrite: null,
      standing: null,
    })
    expect(statements).toHaveLength(1)
    expect(await stepsOf(id)).toEqual(['created →pending', 'leased pending→sending'])
  })

  it('returns the names of those submitters whom the roster knows', async () => {
    await owner.query(`
      INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes)
      VALUES (${grading.courseId}, 1, now(), TRUE, '[]', '{}');
      INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      SELECT ${grading.courseId}, student.id, '', 'Student ' || student.id, '', '{}', '' FROM unnest('{601,603,604}'::bigint[]) AS student (id)`)
    await grading.complete(await grading.registered({ submitterIds: [603, 602, 601] }), 'pending')
    expect(await lease()).toMatchObject({ submitterNames: ['Student 601', 'Student 603'] })
  })

  it('is null when nothing is due', async () => {
    expect(await lease()).toBeNull()
    await grading.held()
    expect(await lease()).toBeNull()
  })

  it('returns the delivery that has been due for the longest time', async () => {
    const [first, second] = [await pending(), await pending()]
    await grading.age(second, 60)
    expect([(await lease())?.deliveryId, (await lease())?.deliveryId, await lease()]).toEqual([second, first, null])
  })

  it('leaves out deliveries that are not due yet', async () => {
    const held = await leased()
    expect(await returnToPending(database, { ...held, kind: 'unreachable', delayMs: 60_000, isFailure: true })).toBe(
      true,
    )
    expect(await lease()).toBeNull()
    await grading.age(held.deliveryId, 61)
    expect(await lease()).toMatchObject({ deliveryId: held.deliveryId, epoch: 2, sendNumber: 1, failures: 1 })
  })

  it('never gives the same delivery to two of eight workers that lease at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => pending()))
    const taken: string[] = []
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let mine = await lease(); mine !== null; mine = await lease()) taken.push(mine.deliveryId)
      }),
    )
    expect(taken.toSorted()).toEqual(ids.toSorted())
  })

  it('skips a locked delivery and returns the next one', async () => {
    const [first, second] = [await pending(), await pending()]
    await owner.query('BEGIN')
    await owner.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [first])
    expect((await lease())?.deliveryId).toBe(second)
    await owner.query('ROLLBACK')
  })

  it('leaves out exactly the deliveries to origins that have no free slot', async () => {
    const [busy, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
    const to = async (originDigest: Buffer) =>
      await grading.complete(await grading.registered({ originDigest }), 'pending')
    const [first, second, third] = [await to(busy), await to(other), await to(busy)]
    const unknown = await to(Buffer.alloc(0))
    const without = (...fullOrigins: Buffer[]) =>
      leaseDelivery(database, { workerId: randomUUID(), leaseS: 60, fullOrigins })
    expect([(await without(busy))?.deliveryId, (await without(busy, other))?.deliveryId, await without(busy)]).toEqual([
      second,
      unknown,
      null,
    ])
    expect([(await without(other))?.deliveryId, (await without())?.deliveryId]).toEqual([first, third])
  })

  it('returns no capability if the URL was erased or has expired', async () => {
    for (const change of [
      'sealed_url = NULL',
      "registered_at = now() - interval '2 days', expires_at = now() - interval '1 day'",
    ]) {
      const id = await pending()
      await owner.query(
        `UPDATE capability SET ${change} WHERE submission_id = (SELECT submission_id FROM delivery WHERE id = $1)`,
        [id],
      )
      expect(await lease()).toMatchObject({ deliveryId: id, capability: null })
    }
  })

  it('returns what the verification after the last delivered send of the submission showed', async () => {
    const first = await grading.ended('delivered')
    const { submissionId } = first
    const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00.123456+02:00', graderId: 7 }
    const kept = { ...first, shown: { status: 'ready', grade: 7, latePenalty: null }, standing } as const
    expect([await recordVerifiedAfter(database, kept), await recordVerifiedAfter(database, kept)]).toEqual([
      true,
      false,
    ])
    await withdraw(submissionId)
    await grading.complete(submissionId, 'pending')
    expect(await lease()).toMatchObject({ submissionId, standing })
  })

  it('returns the grade that was seen after the latest of several delivered sends, and ignores a cancelled delivery', async () => {
    const submissionId = await grading.registered()
    const made: string[] = []
    for (const state of ['delivered', 'delivered', 'cancelled'] as const) {
      const deliveryId = await grading.complete(submissionId, 'pending')
      await grading.put(deliveryId, state)
      const standing = {
        grade: made.length,
        gradingTime: `2026-11-2${made.length}T10:00:00Z`,
        graderId: made.length + 7,
      }
      await recordVerifiedAfter(database, {
        deliveryId,
        epoch: 1,
        shown: { status: 'ready', grade: made.length, latePenalty: null },
        standing,
      })
      await withdraw(submissionId)
      made.push(deliveryId)
    }
    await grading.complete(submissionId, 'pending')
    expect(await lease()).toMatchObject({
      submissionId,
      standing: { grade: 1, gradingTime: '2026-11-21T10:00:00Z', graderId: 8 },
    })
  })

  it('returns no standing grade if the last delivered send was not verified', async () => {
    const submissionId = await grading.registered()
    for (const isSeen of [true, false]) {
      const deliveryId = await grading.complete(submissionId, 'pending')
      await grading.put(deliveryId, 'delivered')
      const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
      if (isSeen)
        await recordVerifiedAfter(database, {
          deliveryId,
          epoch: 1,
          shown: { status: 'ready', grade: 7, latePenalty: null },
          standing,
        })
      await withdraw(submissionId)
    }
    await grading.complete(submissionId, 'pending')
    expect(await lease()).toMatchObject({ submissionId, standing: null })
  })

  it('returns nothing during a hold, and allows no send start', async () => {
    const held = await leased()
    await pending()
    await holdDeliveries(database, { reason: 'restored' })
    expect([await lease(), await startSend(database, { ...held, openLeaseS: 65 })]).toEqual([null, false])
    expect([await resumeDeliveries(database), await resumeDeliveries(database)]).toEqual([true, false])
    expect([await lease(), await startSend(database, { ...held, openLeaseS: 65 })]).toEqual([expect.anything(), true])
  })
})

describe('startSend', () => {
  const start = (key: { deliveryId: string; epoch: number }) => startSend(database, { ...key, openLeaseS: 65 })

  it('succeeds once, in one statement, and inserts the row of the send', async () => {
    const mine = await leased()
    statements.length = 0
    expect([await start(mine), await start(mine)]).toEqual([true, false])
    expect(statements).toHaveLength(2)
    expect(
      await grading.one('SELECT number, epoch, outcome FROM delivery_send WHERE delivery_id = $1', [mine.deliveryId]),
    ).toEqual({ number: 1, epoch: 1, outcome: null })
    expect((await stepsOf(mine.deliveryId)).at(-1)).toBe('send_started sending→sending')
  })

  it('succeeds for exactly one of many calls at the same time', async () => {
    const mine = await leased()
    const passed = await Promise.all(Array.from({ length: 20 }, () => start(mine)))
    expect(passed.filter(Boolean)).toHaveLength(1)
  })

  it('checks the lease again after it waited for the row', async () => {
    const mine = await leased()
    await owner.query('BEGIN')
    await owner.query("UPDATE delivery SET lease_until = clock_timestamp() - interval '1 second' WHERE id = $1", [
      mine.deliveryId,
    ])
    const waiting = start(mine)
    await expect.poll(grading.somebodyWaits).toBe(true)
    await owner.query('COMMIT')
    expect(await waiting).toBe(false)
  })
})

describe('reapExpiredLeases', () => {
  it('makes a delivery due again before its send start and ambiguous after its send start, once each', async () => {
    const before = await leased()
    const beyond = await grading.open()
    await grading.age(before.deliveryId, 61)
    await grading.age(beyond.deliveryId, 66)
    const reaped = await Promise.all([reapExpiredLeases(database), reapExpiredLeases(database)])
    expect(reaped.flat().toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
      { deliveryId: beyond.deliveryId, sendNumber: 1, state: 'ambiguous' },
      { deliveryId: before.deliveryId, sendNumber: 1, state: 'pending' },
    ])
    expect([(await stepsOf(beyond.deliveryId)).at(-1), (await stepsOf(before.deliveryId)).at(-1)]).toEqual([
      'lease_expired sending→ambiguous',
      'lease_expired sending→pending',
    ])
    expect(
      await grading.one('SELECT outcome, kind FROM delivery_send WHERE delivery_id = $1', [beyond.deliveryId]),
    ).toEqual({ outcome: 'ambiguous', kind: 'worker_lost' })
  })

  it('leaves out deliveries with a valid lease, and does not change ambiguous ones again', async () => {
    const mine = await grading.open()
    expect(await reapExpiredLeases(database)).toEqual([])
    await grading.age(mine.deliveryId, 66)
    await reapExpiredLeases(database)
    await grading.age(mine.deliveryId, 1_000_000)
    expect([await reapExpiredLeases(database), await stateOf(mine.deliveryId), await lease()]).toEqual([
      [],
      'ambiguous',
      null,
    ])
  })
})
