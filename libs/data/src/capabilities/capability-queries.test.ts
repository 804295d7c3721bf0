import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { insertCompletedResult, insertDelivery } from '../delivery/insert-delivery.ts'
import { findExerciseCourse } from '../submissions/exercise-course-queries.ts'
import { aResult, openGrading } from '../testing/a-delivery.ts'
import { configureCourse } from '../testing/open-settings.ts'
import {
  deleteCapabilities,
  deleteCapability,
  hasCapability,
  listCapabilities,
  type CapabilityQuery,
} from './capability-queries.ts'
import { eraseCapabilities } from './erase-capabilities.ts'
import {
  countCapabilitiesByKey,
  findNeededCapabilityKeys,
  listSealedCapabilities,
  lockCapabilitiesToReseal,
  resealCapabilities,
} from './reseal-capability-queries.ts'
import { resetFixtures } from './reset-fixtures.ts'

const grading = await openGrading()
const { database, owner, registered, one } = grading
afterAll(() => grading.close())
let lastExerciseId = 100

/** A course of its own with one exercise, so that nothing of another test is in it. */
async function anExercise() {
  lastExerciseId += 1
  const exerciseId = lastExerciseId
  return { courseId: await configureCourse(grading.frontend, { manualGradingExercises: [exerciseId] }), exerciseId }
}

const query = (
  of: { courseId: number; exerciseId: number },
  change: Partial<CapabilityQuery> = {},
): CapabilityQuery => ({ ...of, state: null, after: null, limit: 50, ...change })
const idsOf = async (asked: CapabilityQuery) =>
  (await listCapabilities(database, asked)).map(({ submissionId }) => submissionId)
const erase = (submissionId: number, ids: { courseId?: number; exerciseId?: number } = {}) =>
  database.transaction((tx) =>
    deleteCapability(tx, { submissionId, courseId: ids.courseId ?? null, exerciseId: ids.exerciseId ?? null }),
  )
const reset = (of: Parameters<typeof resetFixtures>[1]) => database.transaction((tx) => resetFixtures(tx, of))
const rowOf = (submissionId: number) =>
  one('SELECT sealed_url, deleted_at FROM capability WHERE submission_id = $1', [submissionId])

/** Resolves with the ids of a submission in each state that a delivery can be in. */
async function inEveryState(of: { courseId: number; exerciseId: number }, fixture = false) {
  const states = ['none', 'held', 'pending', 'leased', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
  const ids: Partial<Record<(typeof states)[number], number>> = {}
  for (const state of states) {
    const submissionId = await registered({ ...of, fixture })
    ids[state] = submissionId
    if (state === 'none') continue
    const id = await grading.complete(submissionId, state === 'held' ? 'held' : 'pending')
    if (state === 'held' || state === 'pending') continue
    await grading.put(id, state)
  }
  return ids as Record<(typeof states)[number], number>
}

describe('listCapabilities', () => {
  it('pages through an exercise by submission id, and shows nothing of another', async () => {
    const [here, there] = [await anExercise(), await anExercise()]
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await registered(here))
    await registered(there)
    expect(await idsOf(query(here, { limit: 3 }))).toEqual(ids.slice(0, 3))
    expect(await idsOf(query(here, { limit: 3, after: ids[2] ?? 0 }))).toEqual(ids.slice(3))
    expect(await idsOf(query({ ...here, courseId: there.courseId }))).toEqual([])
  })

  it('tells the states apart, and leaves out what was deleted', async () => {
    const here = await anExercise()
    const ids = await inEveryState(here)
    const deleted = await registered(here)
    await owner.query('UPDATE capability SET sealed_url = NULL, deleted_at = now() WHERE submission_id = $1', [deleted])
    await owner.query(
      "UPDATE capability SET registered_at = now() - interval '9 days', expires_at = now() - interval '1 s' WHERE submission_id = $1",
      [ids.held],
    )
    expect(await idsOf(query(here, { state: 'used' }))).toEqual([ids.delivered])
    expect(await idsOf(query(here, { state: 'expired' }))).toEqual([ids.held])
    expect(await idsOf(query(here, { state: 'stored' }))).toEqual([
      ids.none,
      ids.pending,
      ids.leased,
      ids.refused,
      ids.ambiguous,
      ids.cancelled,
    ])
    expect((await listCapabilities(database, query(here))).map(({ delivery }) => delivery?.state)).toEqual([
      undefined,
      'held',
      'pending',
      'sending',
      'delivered',
      'refused',
      'ambiguous',
      'cancelled',
    ])
  })
})

describe('deleteCapability', () => {
  it('takes the entry with it where nobody has begun it, and leaves it elsewhere', async () => {
    const ids = await inEveryState(await anExercise())
    expect([
      await erase(ids.none),
      await erase(ids.held),
      await erase(ids.refused),
      await erase(ids.delivered),
      await erase(ids.cancelled),
    ]).toEqual(Array.from({ length: 5 }, () => 'deleted'))
    expect(await one('SELECT FROM submission WHERE submission_id = $1', [ids.none])).toBeUndefined()
    for (const id of [ids.held, ids.refused, ids.delivered]) {
      expect(await rowOf(id)).toEqual({ sealed_url: null, deleted_at: expect.any(Date) })
    }
    expect([await erase(ids.none), await erase(ids.held)]).toEqual(['not_found', 'not_found'])
  })

  it('keeps what is needed still', async () => {
    const ids = await inEveryState(await anExercise())
    expect([await erase(ids.pending), await erase(ids.leased), await erase(ids.ambiguous)]).toEqual([
      'delivery_pending',
      'delivery_pending',
      'delivery_ambiguous',
    ])
    expect(await rowOf(ids.ambiguous)).toEqual({ sealed_url: expect.any(Buffer), deleted_at: null })
  })

  it('checks course and exercise where they are given', async () => {
    const here = await anExercise()
    const id = await registered(here)
    expect([
      await erase(id, { courseId: here.courseId + 1 }),
      await erase(id, { exerciseId: 1 }),
      await erase(id + 1_000_000),
    ]).toEqual(['not_found', 'not_found', 'not_found'])
    const has = (courseId: number | null) =>
      hasCapability(database, { submissionId: id, courseId, exerciseId: here.exerciseId })
    expect([await has(null), await has(here.courseId), await has(here.courseId + 1)]).toEqual([true, true, false])
    expect([await erase(id, here), await has(null)]).toEqual(['deleted', false])
  })

  it('waits for whoever is just setting a held grade on its way, and keeps what is needed then', async () => {
    const here = await anExercise()
    const [alone, ofExercise] = [await registered(here), await registered(here)]
    const ids = [await grading.complete(alone, 'held'), await grading.complete(ofExercise, 'held')]
    await owner.query('BEGIN')
    await owner.query(
      "UPDATE delivery SET state = 'pending', not_before = now() + interval '1 day' WHERE id = ANY ($1)",
      [ids],
    )
    const deleting = [erase(alone), database.transaction((tx) => deleteCapabilities(tx, here))]
    await expect.poll(grading.waiting).toBe(2)
    await owner.query('COMMIT')
    expect(await Promise.all(deleting)).toEqual(['delivery_pending', { deleted: 0, kept: 2 }])
  })
})

describe('deleteCapability, while a worker records', () => {
  it('waits for it, and decides by what it recorded', async () => {
    const here = await anExercise()
    const [refused, unclear] = [await registered(here), await registered(here)]
    const ids = [await grading.complete(refused, 'pending'), await grading.complete(unclear, 'pending')]
    for (const id of ids) await grading.put(id, 'leased')
    await owner.query('BEGIN')
    await owner.query(
      "UPDATE delivery SET state = 'refused', refused_at = now(), kind = 'rejected', leased_by = NULL, lease_until = NULL WHERE id = $1",
      [ids[0]],
    )
    const deleting = erase(refused)
    await expect.poll(grading.waiting).toBe(1)
    await owner.query('COMMIT')
    expect([await deleting, await erase(unclear)]).toEqual(['deleted', 'delivery_pending'])
  })
})

describe('deleteCapabilities', () => {
  it('counts what went and what was kept, of that exercise alone', async () => {
    const [here, there] = [await anExercise(), await anExercise()]
    await inEveryState(here)
    const other = await registered(there)
    expect(await database.transaction((tx) => deleteCapabilities(tx, here))).toEqual({ deleted: 5, kept: 3 })
    expect(await database.transaction((tx) => deleteCapabilities(tx, here))).toEqual({ deleted: 0, kept: 3 })
    expect(await rowOf(other)).toMatchObject({ deleted_at: null })
  })
})

describe('findExerciseCourse', () => {
  it('tells which course grades it by hand, or that none does', async () => {
    const here = await anExercise()
    expect(await findExerciseCourse(database, here.exerciseId)).toEqual({
      ...here,
      slug: `course-${here.courseId}`,
      name: `Course ${here.courseId}`,
      languages: ['en', 'fi'],
    })
    expect(await findExerciseCourse(database, 999_999)).toBeNull()
  })
})

describe('resetFixtures', () => {
  it('deletes what fixtures made, but what is being sent, and puts them back into the queue', async () => {
    const here = await anExercise()
    const ids = await inEveryState(here, true)
    const real = await inEveryState(here)
    expect(await reset({ ...here, submissionId: null })).toEqual({ results: 6, deliveries: 6 })
    const left = await owner.query<{ submission_id: string }>(
      'SELECT submission_id FROM delivery WHERE exercise_id = $1 ORDER BY 1',
      [here.exerciseId],
    )
    expect(left.rows.map((row) => Number(row.submission_id))).toEqual([
      ids.leased,
      real.held,
      real.pending,
      real.leased,
      real.delivered,
      real.refused,
      real.ambiguous,
      real.cancelled,
    ])
    expect(await one('SELECT in_queue FROM submission WHERE submission_id = $1', [ids.delivered])).toEqual({
      in_queue: true,
    })
    expect(await reset({ ...here, submissionId: real.delivered })).toEqual({ results: 0, deliveries: 0 })
  })

  it('resets one alone where one is named', async () => {
    const here = await anExercise()
    const ids = await inEveryState(here, true)
    expect(await reset({ ...here, submissionId: ids.delivered })).toEqual({ results: 1, deliveries: 1 })
    expect(await reset({ courseId: here.courseId + 1, exerciseId: here.exerciseId, submissionId: ids.held })).toEqual({
      results: 0,
      deliveries: 0,
    })
  })
})

describe('resetFixtures, while a worker decides', () => {
  const moved = {
    pending:
      "state = 'sending', epoch = epoch + 1, leased_by = gen_random_uuid(), lease_until = now() + interval '1 minute', not_before = NULL",
    leased: "state = 'pending', leased_by = NULL, lease_until = NULL, not_before = now() + interval '1 day'",
  }
  it.each([
    ['pending', 1, 'sending'],
    ['leased', 2, undefined],
  ] as const)('waits for what becomes of one that is %s', async (before, count, left) => {
    const here = await anExercise()
    const [resting, other] = [
      await registered({ ...here, fixture: true }),
      await registered({ ...here, fixture: true }),
    ]
    await grading.complete(resting, 'held')
    const id = await grading.complete(other, 'pending')
    if (before === 'leased') await grading.put(id, 'leased')
    await owner.query('BEGIN')
    await owner.query(`UPDATE delivery SET ${moved[before]} WHERE id = $1`, [id])
    const resetting = reset({ ...here, submissionId: null })
    await expect.poll(grading.waiting).toBe(1)
    await owner.query('COMMIT')
    expect(await resetting).toEqual({ results: count, deliveries: count })
    expect(
      (await one<{ state: string }>('SELECT state FROM delivery WHERE exercise_id = $1', [here.exerciseId]))?.state,
    ).toBe(left)
  })
})

describe('eraseCapabilities', () => {
  it('erases what ended unused and what was used long ago, in batches, and nothing that is needed still', async () => {
    await eraseCapabilities(database, { usedDays: 30, batch: 100 })
    const ids = await inEveryState(await anExercise())
    const all = Object.values(ids)
    await owner.query(
      "UPDATE capability SET registered_at = now() - interval '200 days', expires_at = now() - interval '20 days' WHERE submission_id = ANY ($1)",
      [all],
    )
    const erased = async () =>
      (
        await owner.query<{ submission_id: string }>(
          'SELECT submission_id FROM capability WHERE submission_id = ANY ($1) AND sealed_url IS NULL ORDER BY 1',
          [all],
        )
      ).rows.map((row) => Number(row.submission_id))
    expect([
      await eraseCapabilities(database, { usedDays: 30, batch: 3 }),
      await eraseCapabilities(database, { usedDays: 30, batch: 3 }),
      await eraseCapabilities(database, { usedDays: 30, batch: 3 }),
    ]).toEqual([3, 1, 0])
    expect(await erased()).toEqual([ids.none, ids.held, ids.refused, ids.cancelled])
    await owner.query("UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = $1", [
      ids.delivered,
    ])
    expect([await eraseCapabilities(database, { usedDays: 30, batch: 3 }), await erased()]).toEqual([
      1,
      [ids.none, ids.held, ids.delivered, ids.refused, ids.cancelled],
    ])
  })

  it('counts from the last delivery of the submission, and waits for one that is not over', async () => {
    const here = await anExercise()
    const [lately, again, longAgo] = [await registered(here), await registered(here), await registered(here)]
    for (const submissionId of [lately, again, longAgo])
      await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    await owner.query("UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = ANY ($1)", [
      [lately, again, longAgo],
    ])
    await owner.query("UPDATE delivery SET delivered_at = now() - interval '31 days' WHERE submission_id = ANY ($1)", [
      [again, longAgo],
    ])
    await owner.query('UPDATE completed_result SET withdrawn_at = now() WHERE submission_id = $1', [again])
    await grading.complete(again, 'held')
    expect(await eraseCapabilities(database, { usedDays: 30, batch: 100 })).toBe(1)
    expect(
      [await rowOf(lately), await rowOf(again), await rowOf(longAgo)].map(
        (row) => (row as { sealed_url: unknown }).sealed_url !== null,
      ),
    ).toEqual([true, true, false])
  })
})

describe('findNeededCapabilityKeys', () => {
  it('has those of URLs with which something may still be sent', async () => {
    const keyOf = async (keyId: string, change = 'key_id = key_id') => {
      const submissionId = await registered({ keyId })
      await owner.query(`UPDATE capability SET ${change} WHERE submission_id = $1`, [submissionId])
      return submissionId
    }
    await keyOf('needed-new')
    await keyOf('not-used', 'used_at = now()')
    await keyOf('not-erased', 'sealed_url = NULL')
    await keyOf('not-over', "registered_at = now() - interval '2 days', expires_at = now() - interval '1 day'")
    await grading.complete(await keyOf('needed-again', 'used_at = now()'), 'held')
    const keys = await findNeededCapabilityKeys(database)
    expect(keys.filter((keyId) => /^(needed|not)-/.test(keyId))).toEqual(['needed-again', 'needed-new'])
  })
})

describe('resealing', () => {
  it('puts new bytes only where the old ones still are, page by page', async () => {
    const first = await registered()
    const page = await listSealedCapabilities(database, { afterSubmissionId: first - 1, batch: 10 })
    expect(page).toEqual([expect.objectContaining({ submissionId: first, keyId: 'k-1' })])
    const locked = await database.transaction((tx) =>
      lockCapabilitiesToReseal(tx, { afterSubmissionId: first - 1, batch: 10, keyId: 'k-2' }),
    )
    const resealed = locked.map((each) => ({ ...each, resealed: randomBytes(44) }))
    expect([
      await resealCapabilities(database, 'k-2', resealed),
      await resealCapabilities(database, 'k-3', resealed),
    ]).toEqual([1, 0])
    expect(await rowOf(first)).toMatchObject({ sealed_url: resealed[0]?.resealed })
    expect(
      await database.transaction((tx) =>
        lockCapabilitiesToReseal(tx, { afterSubmissionId: first - 1, batch: 10, keyId: 'k-2' }),
      ),
    ).toEqual([])
    expect(await countCapabilitiesByKey(database)).toContainEqual({ keyId: 'k-2', count: 1 })
  })
})

describe('what somebody has begun', () => {
  const entryOf = (submissionId: number) => one('SELECT FROM submission WHERE submission_id = $1', [submissionId])

  it('stays when its capability is deleted after the result was withdrawn', async () => {
    const submissionId = await registered(await anExercise())
    await grading.complete(submissionId, 'held')
    await owner.query(
      "UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'reopened' WHERE submission_id = $1",
      [submissionId],
    )
    await owner.query('UPDATE completed_result SET withdrawn_at = now() WHERE submission_id = $1', [submissionId])
    expect([await erase(submissionId), await entryOf(submissionId), await rowOf(submissionId)]).toEqual([
      'deleted',
      {},
      { sealed_url: null, deleted_at: expect.any(Date) },
    ])
  })

  it.each([
    ['one', 'none', 'deleted'],
    ['one', 'pending', 'delivery_pending'],
    ['all', 'none', { deleted: 1, kept: 0 }],
    ['all', 'pending', { deleted: 0, kept: 1 }],
  ] as const)(
    'stays where whoever deletes %s waits until its assessment is completed, its delivery being %s',
    async (which, state, expected) => {
      const here = await anExercise()
      const submissionId = await registered(here)
      const removal = Promise.withResolvers<unknown>()
      await grading.frontend.transaction(async (tx) => {
        const result = await insertCompletedResult(tx, aResult(submissionId))
        if (result.outcome === 'inserted' && state !== 'none')
          await insertDelivery(tx, { resultId: result.resultId, state, byUserId: 101 })
        const removed =
          which === 'one' ? erase(submissionId) : database.transaction((other) => deleteCapabilities(other, here))
        removed.then(removal.resolve, removal.reject)
        await expect.poll(grading.somebodyWaits).toBe(true)
      })
      expect([await removal.promise, await entryOf(submissionId)]).toEqual([expected, {}])
      expect(await rowOf(submissionId)).toMatchObject({ deleted_at: state === 'none' ? expect.any(Date) : null })
      // Of another test nothing is due before its own.
      await owner.query(
        "UPDATE delivery SET not_before = now() + interval '1 day' WHERE submission_id = $1 AND state = 'pending'",
        [submissionId],
      )
    },
  )
})
