import { afterAll, describe, expect, it } from 'vitest'
import { findExerciseCourse } from '../submissions/exercise-course-queries.ts'
import { aCompletion } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'
import {
  deleteCapabilities,
  deleteCapability,
  hasCapability,
  listCapabilities,
  type CapabilityQuery,
} from './capability-queries.ts'
import { openCapabilities } from './open-capabilities.fixture.ts'

const { grading, anExercise, rowOf, inEveryState } = await openCapabilities()
const { database, owner, withdraw, registered, one } = grading
afterAll(() => grading.close())

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

describe('listCapabilities', () => {
  it('lists the capabilities of one exercise page by page, by submission id', async () => {
    const [here, there] = [await anExercise(), await anExercise()]
    const ids: number[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await registered(here))
    await registered(there)
    expect(await idsOf(query(here, { limit: 3 }))).toEqual(ids.slice(0, 3))
    expect(await idsOf(query(here, { limit: 3, after: ids[2] ?? 0 }))).toEqual(ids.slice(3))
    expect(await idsOf(query({ ...here, courseId: there.courseId }))).toEqual([])
  })

  it('filters by state, and leaves out deleted capabilities', async () => {
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
  it('deletes the queue entry too if nobody has begun the submission, and keeps it otherwise', async () => {
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

  it('keeps a capability while a delivery of its submission is pending, sending or ambiguous', async () => {
    const ids = await inEveryState(await anExercise())
    expect([await erase(ids.pending), await erase(ids.leased), await erase(ids.ambiguous)]).toEqual([
      'delivery_pending',
      'delivery_pending',
      'delivery_ambiguous',
    ])
    expect(await rowOf(ids.ambiguous)).toEqual({ sealed_url: expect.any(Buffer), deleted_at: null })
  })

  it('finds no capability of another course or exercise than the given ones', async () => {
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

  it('waits for a release of a held delivery at the same time, and then keeps the capability', async () => {
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

describe('deleteCapability, while a worker records an outcome', () => {
  it('waits for the worker, and decides by the recorded state', async () => {
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
  it('deletes capabilities of the given exercise only, and returns how many were deleted and how many kept', async () => {
    const [here, there] = [await anExercise(), await anExercise()]
    await inEveryState(here)
    const other = await registered(there)
    expect(await database.transaction((tx) => deleteCapabilities(tx, here))).toEqual({ deleted: 5, kept: 3 })
    expect(await database.transaction((tx) => deleteCapabilities(tx, here))).toEqual({ deleted: 0, kept: 3 })
    expect(await rowOf(other)).toMatchObject({ deleted_at: null })
  })
})

describe('findExerciseCourse', () => {
  it('returns the course that grades the exercise by hand, or null if no course does', async () => {
    const here = await anExercise()
    expect(await findExerciseCourse(database, here.exerciseId)).toEqual({
      ...here,
      slug: `course-${here.courseId}`,
      name: `Course ${here.courseId}`,
      languages: ['en', 'fi'],
      attempts: 'latest',
    })
    expect(await findExerciseCourse(database, 999_999)).toBeNull()
  })
})

describe('a submission that a grader has begun', () => {
  const entryOf = (submissionId: number) => one('SELECT FROM submission WHERE submission_id = $1', [submissionId])

  it('is kept when its capability is deleted after its result was withdrawn', async () => {
    const submissionId = await registered(await anExercise())
    await grading.complete(submissionId, 'held')
    await owner.query(
      "UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'reopened' WHERE submission_id = $1",
      [submissionId],
    )
    await withdraw(submissionId)
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
    'is kept when a deletion of %s waits until the assessment is completed (delivery: %s)',
    async (which, state, expected) => {
      const here = await anExercise()
      const submissionId = await registered(here)
      const removal = Promise.withResolvers<unknown>()
      await grading.frontend.transaction(async (tx) => {
        await completeUnclaimed(tx, { ...aCompletion(submissionId), state })
        const removed =
          which === 'one' ? erase(submissionId) : database.transaction((other) => deleteCapabilities(other, here))
        removed.then(removal.resolve, removal.reject)
        await expect.poll(grading.somebodyWaits).toBe(true)
      })
      expect([await removal.promise, await entryOf(submissionId)]).toEqual([expected, {}])
      expect(await rowOf(submissionId)).toMatchObject({ deleted_at: state === 'none' ? expect.any(Date) : null })
      // Other tests must not find this delivery due.
      await owner.query(
        "UPDATE delivery SET not_before = now() + interval '1 day' WHERE submission_id = $1 AND state = 'pending'",
        [submissionId],
      )
    },
  )
})
