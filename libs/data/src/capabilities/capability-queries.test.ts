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

describe('deleteCapability', () => {
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
