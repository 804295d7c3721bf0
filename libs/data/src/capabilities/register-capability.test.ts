import { randomBytes } from 'node:crypto'
import { describe, expect } from 'vitest'
import { moveExercise } from '../testing/move-exercise.ts'
import { upsertCapability } from './register-capability.ts'
import { deleteCapabilityRow } from './capability-queries.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('upsertCapability', () => {
  it('sets the expiry to the given number of days', async ({ world }) => {
    const result = await world.register({ ttlDays: 3 })
    if (result.outcome !== 'registered') throw new Error(result.outcome)
    const { registeredAt, expiresAt } = result.capability
    expect(Date.parse(expiresAt) - Date.parse(registeredAt)).toBe(3 * 86_400_000)
  })

  it('replaces only the URL and the maximum while the submission waits, even if the registration has other new values', async ({
    world,
  }) => {
    const submissionId = await world.registered({ submitterIds: [501] })
    const before = await world.rowOf(submissionId)
    const otherwise = { maxPoints: 99, submittedAt: '2026-11-05T10:00:00Z', language: 'sv', attempt: 9, autoPoints: 9 }
    const [sealedUrl, originDigest] = [randomBytes(50), randomBytes(32)]
    const again = await world.register({
      submissionId,
      sealedUrl,
      keyId: 'k-2',
      originDigest,
      ttlDays: 400,
      submitterIds: [501],
      ...otherwise,
    })
    expect(again).toMatchObject({
      outcome: 'registered',
      created: false,
      capability: { replaced: true, keyId: 'k-2', delivery: null, maxPoints: 10 },
    })
    const told = { max_points: 99, max_points_at: expect.any(Date) }
    expect(await world.rowOf(submissionId)).toEqual({ ...before, ...told, sealed_url: sealedUrl, replaced: true })
    expect(
      await world.one(
        "SELECT origin_digest, expires_at > now() + interval '390 days' AS renewed FROM capability WHERE submission_id = $1",
        [submissionId],
      ),
    ).toEqual({ origin_digest: originDigest, renewed: true })
  })

  it('makes a held delivery of the standing result if a grade had arrived', async ({ world }) => {
    const { submissionId } = await world.sent('delivered')
    expect((await world.rowOf(submissionId))?.['used_at']).not.toBeNull()
    expect(await world.register({ submissionId })).toMatchObject({
      created: false,
      heldAgain: true,
      capability: { state: 'stored', delivery: { state: 'held' } },
    })
    expect(await world.register({ submissionId })).toMatchObject({
      heldAgain: false,
      capability: { delivery: { state: 'held' } },
    })
    expect(await world.deliveriesOf(submissionId)).toEqual(['delivered', 'held'])
  })

  it('makes a held delivery if a person had cancelled the earlier one, but not if the assessment was opened again', async ({
    world,
  }) => {
    const { submissionId, deliveryId } = await world.sent('ambiguous')
    await world.resolve(deliveryId, 'cancelled')
    expect(await world.register({ submissionId })).toMatchObject({ capability: { delivery: { state: 'held' } } })
    await world.owner.query(
      "UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'reopened' WHERE submission_id = $1 AND state = 'held'",
      [submissionId],
    )
    expect(await world.register({ submissionId })).toMatchObject({ capability: { delivery: { state: 'cancelled' } } })
    expect(await world.deliveriesOf(submissionId)).toEqual(['cancelled', 'cancelled'])
  })

  it('makes no delivery if there is no longer a standing result', async ({ world }) => {
    const { submissionId } = await world.sent('delivered')
    await world.reopen(submissionId)
    expect(await world.register({ submissionId })).toMatchObject({ created: false })
    expect(await world.deliveriesOf(submissionId)).toEqual(['delivered'])
    expect((await world.rowOf(submissionId))?.['in_queue']).toBe(true)
  })

  it('counts as new after the capability was deleted, whether the queue entry was deleted or kept', async ({
    world,
  }) => {
    const fresh = await world.registered()
    expect(await world.erase(fresh)).toBe('deleted')
    expect(await world.rowOf(fresh)).toBeUndefined()
    const begun = (await world.sent('delivered')).submissionId
    expect(await world.erase(begun)).toBe('deleted')
    for (const submissionId of [fresh, begun]) {
      expect(await world.register({ submissionId })).toMatchObject({ created: true, capability: { replaced: false } })
      expect((await world.rowOf(submissionId))?.['deleted_at']).toBeNull()
    }
    expect(await world.deliveriesOf(begun)).toEqual(['delivered', 'held'])
  })

  it('never turns a real submission into a fixture, and can turn a fixture into a real submission permanently', async ({
    world,
  }) => {
    const [real, fixture] = [await world.registered(), await world.registered({ fixture: true })]
    await world.complete(fixture, 'held')
    expect(await world.register({ submissionId: real, fixture: true })).toMatchObject({
      capability: { fixture: false },
    })
    expect(await world.register({ submissionId: fixture, fixture: false })).toMatchObject({
      capability: { fixture: false },
    })
    expect(await world.register({ submissionId: fixture, fixture: true })).toMatchObject({
      capability: { fixture: false },
    })
    expect(
      await world.one(
        'SELECT delivery.fixture OR completed_result.fixture AS any FROM delivery JOIN completed_result USING (submission_id) WHERE submission_id = $1',
        [fixture],
      ),
    ).toEqual({ any: false })
  })

  it('knows and changes nothing of a course that had the exercise before', async ({ world }) => {
    const before = { ...(await world.anExercise()), submitterIds: [41] }
    const later = await world.registered({ ...before, submittedAt: '2026-11-09T10:00:00Z' })
    const now = { ...before, ...(await moveExercise(world, before)) }
    await world.owner.query('INSERT INTO course_erased_person (course_id, user_id, erased_at) VALUES ($1, 41, now())', [
      before.courseId,
    ])
    const submissionId = await world.registered(now)
    expect([await world.isQueued(later), await world.isQueued(submissionId)]).toEqual([true, true])
    expect(await world.one('SELECT course_id::int FROM course_erased_person WHERE user_id = 41')).toEqual({
      course_id: before.courseId,
    })
    expect(await world.register(before)).toEqual({ outcome: 'not_found' })
  })

  it('makes a new entry with the submitters if the capability is deleted at the same time', async ({ world }) => {
    const submissionId = await world.registered({ submitterIds: [41, 42] })
    let registering: Promise<unknown> | undefined
    await world.database.transaction(async (tx) => {
      await deleteCapabilityRow(tx, { submissionId, courseId: null, exerciseId: null })
      registering = world.register({ submissionId, submitterIds: [41, 42] })
      await expect.poll(world.somebodyWaits).toBe(true)
    })
    expect(await registering).toMatchObject({ outcome: 'registered', created: true })
    expect(await world.rowOf(submissionId)).toMatchObject({ submitters: [41, 42], in_queue: true })
  })

  it('creates one entry for twenty registrations at the same time', async ({ world }) => {
    const write = world.aCapability()
    const results = await Promise.all(
      Array.from({ length: 20 }, () => world.register({ submissionId: write.submissionId })),
    )
    expect(results.filter((result) => result.outcome === 'registered' && result.created)).toHaveLength(1)
    const { submissionId } = await world.sent('delivered')
    await Promise.all(Array.from({ length: 20 }, () => world.register({ submissionId })))
    expect(await world.deliveriesOf(submissionId)).toEqual(['delivered', 'held'])
  })

  it('waits for a worker that is recording an outcome, and then decides by the recorded state', async ({ world }) => {
    const { deliveryId, submissionId } = await world.open()
    await world.owner.query('BEGIN')
    await world.owner.query(
      "UPDATE delivery SET state = 'refused', refused_at = now(), kind = 'rejected', leased_by = NULL, lease_until = NULL WHERE id = $1",
      [deliveryId],
    )
    const registering = world.database.transaction((tx) => upsertCapability(tx, world.aCapability({ submissionId })))
    await expect.poll(world.somebodyWaits).toBe(true)
    await world.owner.query('COMMIT')
    expect(await registering).toMatchObject({
      outcome: 'registered',
      capability: { delivery: { id: deliveryId, state: 'refused' } },
    })
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { one, owner, database } = grading
  const rowOf = (submissionId: number) =>
    one<Record<string, unknown>>(
      `
  SELECT submission.*, capability.sealed_url, capability.replaced, capability.used_at, capability.deleted_at,
    ARRAY(SELECT user_id::int FROM submission_submitter WHERE submission_submitter.submission_id = submission.submission_id ORDER BY 1) AS submitters
  FROM submission LEFT JOIN capability USING (submission_id) WHERE submission.submission_id = $1`,
      [submissionId],
    )
  const deliveriesOf = async (submissionId: number) =>
    (
      await owner.query<{ state: string }>('SELECT state FROM delivery WHERE submission_id = $1 ORDER BY ordinal', [
        submissionId,
      ])
    ).rows.map(({ state }) => state)
  const erase = (submissionId: number) =>
    database.transaction((tx) => deleteCapabilityRow(tx, { submissionId, courseId: null, exerciseId: null }))
  return { ...grading, rowOf, deliveriesOf, erase }
}
