import { describe, expect } from 'vitest'
import { aCompletion } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'
import { deleteCapabilityRows, deleteCapabilityRow } from './capability-queries.ts'
import { openCapabilities, testIn } from './open-capabilities.fixture.ts'

const it = testIn(openWorld)

describe('deleteCapabilityRow', () => {
  it('waits for a release of a held delivery at the same time, and then keeps the capability', async ({ world }) => {
    const here = await world.anExercise()
    const [alone, ofExercise] = [await world.registered(here), await world.registered(here)]
    const ids = [await world.complete(alone, 'held'), await world.complete(ofExercise, 'held')]
    await world.owner.query('BEGIN')
    await world.owner.query(
      "UPDATE delivery SET state = 'pending', not_before = now() + interval '1 day' WHERE id = ANY ($1)",
      [ids],
    )
    const deleting = [world.erase(alone), world.database.transaction((tx) => deleteCapabilityRows(tx, here))]
    await expect.poll(world.waiting).toBe(2)
    await world.owner.query('COMMIT')
    expect(await Promise.all(deleting)).toEqual(['delivery_pending', { deleted: 0, kept: 2 }])
  })
})

describe('deleteCapabilityRow, while a worker records an outcome', () => {
  it('waits for the worker, and decides by the recorded state', async ({ world }) => {
    const here = await world.anExercise()
    const [refused, unclear] = [await world.registered(here), await world.registered(here)]
    const ids = [await world.complete(refused, 'pending'), await world.complete(unclear, 'pending')]
    for (const id of ids) await world.bringTo(id, 'leased')
    await world.owner.query('BEGIN')
    await world.owner.query(
      "UPDATE delivery SET state = 'refused', refused_at = now(), kind = 'rejected', leased_by = NULL, lease_until = NULL WHERE id = $1",
      [ids[0]],
    )
    const deleting = world.erase(refused)
    await expect.poll(world.waiting).toBe(1)
    await world.owner.query('COMMIT')
    expect([await deleting, await world.erase(unclear)]).toEqual(['deleted', 'delivery_pending'])
  })
})

describe('a submission that a grader has begun', () => {
  it('is kept when its capability is deleted after its result was withdrawn', async ({ world }) => {
    const submissionId = await world.registered(await world.anExercise())
    await world.complete(submissionId, 'held')
    await world.owner.query(
      "UPDATE delivery SET state = 'cancelled', cancelled_at = now(), cancelled_as = 'reopened' WHERE submission_id = $1",
      [submissionId],
    )
    await world.reopen(submissionId)
    expect(await world.erase(submissionId)).toBe('deleted')
    expect(await world.entryOf(submissionId)).toEqual({})
    expect(await world.rowOf(submissionId)).toEqual({ sealed_url: null, deleted_at: expect.any(Date) })
  })

  it.for([
    ['one', 'none', 'deleted'],
    ['one', 'pending', 'delivery_pending'],
    ['all', 'none', { deleted: 1, kept: 0 }],
    ['all', 'pending', { deleted: 0, kept: 1 }],
  ] as const)(
    'is kept when a deletion of %s waits until the assessment is completed (delivery: %s)',
    async ([which, state, expected], { world }) => {
      const here = await world.anExercise()
      const submissionId = await world.registered(here)
      const removal = Promise.withResolvers<unknown>()
      await world.frontend.transaction(async (tx) => {
        await completeUnclaimed(tx, { ...aCompletion(submissionId), state })
        const removed =
          which === 'one'
            ? world.erase(submissionId)
            : world.database.transaction((other) => deleteCapabilityRows(other, here))
        removed.then(removal.resolve, removal.reject)
        await expect.poll(world.somebodyWaits).toBe(true)
      })
      expect([await removal.promise, await world.entryOf(submissionId)]).toEqual([expected, {}])
      expect(await world.rowOf(submissionId)).toMatchObject({ deleted_at: state === 'none' ? expect.any(Date) : null })
      // Other tests must not find this delivery due.
      await world.owner.query(
        "UPDATE delivery SET not_before = now() + interval '1 day' WHERE submission_id = $1 AND state = 'pending'",
        [submissionId],
      )
    },
  )
})

async function openWorld() {
  const capabilities = await openCapabilities()
  const { database, one } = capabilities
  const erase = (submissionId: number, ids: { courseId?: number; exerciseId?: number } = {}) =>
    database.transaction((tx) =>
      deleteCapabilityRow(tx, { submissionId, courseId: ids.courseId ?? null, exerciseId: ids.exerciseId ?? null }),
    )
  const entryOf = (submissionId: number) => one('SELECT FROM submission WHERE submission_id = $1', [submissionId])
  return { ...capabilities, erase, entryOf }
}
