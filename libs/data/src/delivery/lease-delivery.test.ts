import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { confirmByReadBack, returnToPending } from './before-start-queries.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordVerifiedAfter } from './standing-queries.ts'
import { aShownGrade, openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('leaseDelivery', () => {
  it('returns everything that a send needs, in one statement', async ({ world }) => {
    const id = await world.pending()
    world.statements.length = 0
    expect(await world.lease()).toEqual({
      deliveryId: id,
      epoch: 1,
      sendNumber: 1,
      submissionId: expect.any(Number),
      courseId: world.courseId,
      exerciseId: 11,
      points: '7.5',
      maxPoints: '10',
      upstreamMaxPoints: 10,
      feedbackHtml: '<p>good</p>',
      submitterNames: [],
      payload: '{"rubric":1}',
      notify: true,
      failures: 0,
      failingForMs: 0,
      capability: { sealedUrl: expect.any(Buffer), keyId: 'k-1' },
      mayOverwrite: null,
      graderIdBefore: null,
      standing: null,
    })
    expect(world.statements).toHaveLength(1)
    expect(await world.stepsOf(id)).toEqual(['created →pending', 'leased pending→sending'])
  })

  it('returns the names of those submitters whom the roster knows, also of those who left', async ({ world }) => {
    await world.owner.query(`
      INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes)
      VALUES (${world.courseId}, 1, now(), TRUE, '[]', '{}');
      INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      SELECT ${world.courseId}, student.id, '', 'Student ' || student.id, '', '{}', '' FROM unnest('{601,603,604}'::bigint[]) AS student (id);
      UPDATE roster_student SET left_at = now() WHERE user_id = 603`)
    await world.complete(await world.registered({ submitterIds: [603, 602, 601] }), 'pending')
    expect(await world.lease()).toMatchObject({ submitterNames: ['Student 601', 'Student 603'] })
  })

  it('is null when nothing is due', async ({ world }) => {
    expect(await world.lease()).toBeNull()
    await world.held()
    expect(await world.lease()).toBeNull()
  })

  it('returns the delivery that has been due for the longest time', async ({ world }) => {
    const [first, second] = [await world.pending(), await world.pending()]
    await world.age(second, 60)
    expect((await world.lease())?.deliveryId).toEqual(second)
    expect((await world.lease())?.deliveryId).toEqual(first)
    expect(await world.lease()).toBeNull()
  })

  it('leaves out deliveries that are not due yet', async ({ world }) => {
    const held = await world.leased()
    expect(
      await returnToPending(world.database, { ...held, kind: 'unreachable', delayMs: 60_000, isFailure: true }),
    ).toBe(true)
    expect(await world.lease()).toBeNull()
    await world.age(held.deliveryId, 61)
    expect(await world.lease()).toMatchObject({ deliveryId: held.deliveryId, epoch: 2, sendNumber: 1, failures: 1 })
  })

  it('never gives the same delivery to two of six workers that lease at the same time', async ({ world }) => {
    const ids = await Promise.all(Array.from({ length: 24 }, () => world.pending()))
    const taken: string[] = []
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        for (let mine = await world.lease(); mine !== null; mine = await world.lease()) taken.push(mine.deliveryId)
      }),
    )
    expect(taken.toSorted()).toEqual(ids.toSorted())
  })

  it('skips a locked delivery and returns the next one', async ({ world }) => {
    const [first, second] = [await world.pending(), await world.pending()]
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [first])
    expect((await world.lease())?.deliveryId).toBe(second)
    await world.owner.query('ROLLBACK')
  })

  it('leaves out exactly the deliveries to origins that have no free slot', async ({ world }) => {
    const [busy, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
    const to = async (originDigest: Buffer) => await world.complete(await world.registered({ originDigest }), 'pending')
    const [first, second, third] = [await to(busy), await to(other), await to(busy)]
    const unknown = await to(Buffer.alloc(0))
    const without = (...fullOrigins: Buffer[]) =>
      leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 60, fullOrigins })
    expect((await without(busy))?.deliveryId).toEqual(second)
    expect((await without(busy, other))?.deliveryId).toEqual(unknown)
    expect(await without(busy)).toBeNull()
    expect([(await without(other))?.deliveryId, (await without())?.deliveryId]).toEqual([first, third])
  })

  it('returns no capability if the URL was erased or has expired', async ({ world }) => {
    for (const change of [
      'sealed_url = NULL',
      "registered_at = now() - interval '2 days', expires_at = now() - interval '1 day'",
    ]) {
      const id = await world.pending()
      await world.owner.query(
        `UPDATE capability SET ${change} WHERE submission_id = (SELECT submission_id FROM delivery WHERE id = $1)`,
        [id],
      )
      expect(await world.lease()).toMatchObject({ deliveryId: id, capability: null })
    }
  })

  it('returns the grade that was seen after the latest of several delivered sends, and ignores a cancelled delivery', async ({
    world,
  }) => {
    const submissionId = await world.registered()
    const made: string[] = []
    for (const state of ['delivered', 'delivered', 'cancelled'] as const) {
      const deliveryId = await world.complete(submissionId, 'pending')
      await world.bringTo(deliveryId, state)
      const standing = {
        grade: made.length,
        gradingTime: `2026-11-2${made.length}T10:00:00Z`,
        graderId: made.length + 7,
      }
      await recordVerifiedAfter(world.database, {
        deliveryId,
        epoch: 1,
        shown: { status: 'ready', grade: made.length, latePenalty: null },
        standing,
      })
      await world.reopen(submissionId)
      made.push(deliveryId)
    }
    await world.complete(submissionId, 'pending')
    expect(await world.lease()).toMatchObject({
      submissionId,
      standing: { grade: 1, gradingTime: '2026-11-21T10:00:00Z', graderId: 8 },
    })
  })

  it('returns no standing grade if the last delivered send was not verified', async ({ world }) => {
    const submissionId = await world.registered()
    for (const isSeen of [true, false]) {
      const deliveryId = await world.complete(submissionId, 'pending')
      await world.bringTo(deliveryId, 'delivered')
      const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
      if (isSeen)
        await recordVerifiedAfter(world.database, {
          deliveryId,
          epoch: 1,
          shown: { status: 'ready', grade: 7, latePenalty: null },
          standing,
        })
      await world.reopen(submissionId)
    }
    await world.complete(submissionId, 'pending')
    expect(await world.lease()).toMatchObject({ submissionId, standing: null })
  })

  it('returns no standing grade if the last delivered send was found by a verification', async ({ world }) => {
    const submissionId = await world.registered()
    const deliveryId = await world.complete(submissionId, 'pending')
    await confirmByReadBack(world.database, { ...(await world.leaseOf(deliveryId)), ...aShownGrade, sendNumber: 1 })
    await world.reopen(submissionId)
    await world.complete(submissionId, 'pending')
    expect(await world.lease()).toMatchObject({ submissionId, standing: null })
  })

  it('returns nothing during a hold, and allows no send start', async ({ world }) => {
    const held = await world.leased()
    await world.pending()
    await holdDeliveries(world.database, { reason: 'restored' })
    expect([await world.lease(), await startSend(world.database, { ...held, openLeaseS: 65 })]).toEqual([null, false])
    expect([await resumeDeliveries(world.database), await resumeDeliveries(world.database)]).toEqual([true, false])
    expect(await world.lease()).toEqual(expect.anything())
    expect(await startSend(world.database, { ...held, openLeaseS: 65 })).toBe(true)
  })
})

describe('startSend', () => {
  it('succeeds once, in one statement, and inserts the row of the send', async ({ world }) => {
    const mine = await world.leased()
    world.statements.length = 0
    expect([await world.start(mine), await world.start(mine)]).toEqual([true, false])
    expect(world.statements).toHaveLength(2)
    expect(
      await world.one('SELECT number, epoch, outcome FROM delivery_send WHERE delivery_id = $1', [mine.deliveryId]),
    ).toEqual({ number: 1, epoch: 1, outcome: null })
    expect((await world.stepsOf(mine.deliveryId)).at(-1)).toBe('send_started sending→sending')
  })

  it('succeeds for exactly one of many calls at the same time', async ({ world }) => {
    const mine = await world.leased()
    const passed = await Promise.all(Array.from({ length: 20 }, () => world.start(mine)))
    expect(passed.filter(Boolean)).toHaveLength(1)
  })

  it('fails for another epoch, for an expired lease, and for a delivery that is not leased', async ({ world }) => {
    const mine = await world.leased()
    for (const epoch of [0, 2]) expect(await world.start({ ...mine, epoch })).toBe(false)
    await world.age(mine.deliveryId, 61)
    expect(await world.start(mine)).toBe(false)
    expect(await world.start({ deliveryId: await world.pending(), epoch: 0 })).toBe(false)
  })

  it('checks the lease again after it waited for the row', async ({ world }) => {
    const mine = await world.leased()
    await world.owner.query('BEGIN')
    await world.owner.query("UPDATE delivery SET lease_until = clock_timestamp() - interval '1 second' WHERE id = $1", [
      mine.deliveryId,
    ])
    const waiting = world.start(mine)
    await expect.poll(world.somebodyWaits).toBe(true)
    await world.owner.query('COMMIT')
    expect(await waiting).toBe(false)
  })
})

describe('reapExpiredLeases', () => {
  it('makes a delivery due again before its send start and ambiguous after its send start, once each', async ({
    world,
  }) => {
    const before = await world.leased()
    const beyond = await world.open()
    await world.age(before.deliveryId, 61)
    await world.age(beyond.deliveryId, 66)
    const reaped = await Promise.all([reapExpiredLeases(world.database), reapExpiredLeases(world.database)])
    expect(reaped.flat().toSorted((one, other) => one.state.localeCompare(other.state))).toEqual([
      { deliveryId: beyond.deliveryId, sendNumber: 1, state: 'ambiguous' },
      { deliveryId: before.deliveryId, sendNumber: 1, state: 'pending' },
    ])
    expect((await world.stepsOf(beyond.deliveryId)).at(-1)).toBe('lease_expired sending→ambiguous')
    expect((await world.stepsOf(before.deliveryId)).at(-1)).toBe('lease_expired sending→pending')
    expect(
      await world.one('SELECT outcome, kind FROM delivery_send WHERE delivery_id = $1', [beyond.deliveryId]),
    ).toEqual({ outcome: 'ambiguous', kind: 'worker_lost' })
  })

  it('leaves out deliveries with a valid lease, and does not change ambiguous ones again', async ({ world }) => {
    const mine = await world.open()
    expect(await reapExpiredLeases(world.database)).toEqual([])
    await world.age(mine.deliveryId, 66)
    await reapExpiredLeases(world.database)
    await world.age(mine.deliveryId, 1_000_000)
    expect(await reapExpiredLeases(world.database)).toEqual([])
    expect(await world.stateOf(mine.deliveryId)).toBe('ambiguous')
    expect(await world.lease()).toBeNull()
  })
})

it.afterEach(({ world }) => world.setAside())

async function openWorld() {
  const grading = await openGrading()
  const { database } = grading
  const lease = (leaseS = 60) => leaseDelivery(database, { workerId: randomUUID(), leaseS })
  const start = (key: { deliveryId: string; epoch: number }) => startSend(database, { ...key, openLeaseS: 65 })
  return { ...grading, lease, start }
}
