import { describe, expect } from 'vitest'
import { deleteCapabilityRow } from '../capabilities/capability-queries.ts'
import { upsertCapability } from '../capabilities/register-capability.ts'
import type { Tx } from '../db/db.ts'
import { aCompletion, openGrading, testIn } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'

const it = testIn(openWorld)

describe('insertCompletedResult', () => {
  it('waits for a delete of the capability, and then finds no submission to complete', async ({ world }) => {
    const submissionId = await world.registered()
    const outcome = await world.beside(
      world.database,
      (tx) => deleteCapabilityRow(tx, { submissionId, courseId: null, exerciseId: null }),
      () => world.complete(submissionId),
    )
    expect(outcome).toEqual({ outcome: 'not_found' })
  })

  it('makes a delete of the capability wait, which then keeps the URL for the delivery', async ({ world }) => {
    const submissionId = await world.registered()
    const outcome = await world.beside(world.frontend, completing(submissionId, 'pending'), () =>
      world.database.transaction((tx) => deleteCapabilityRow(tx, { submissionId, courseId: null, exerciseId: null })),
    )
    expect(outcome).toBe('delivery_pending')
  })

  it('makes a registration wait, which is then rejected and puts nothing into the queue', async ({ world }) => {
    const [pending, held] = [await world.registered(), await world.registered()]
    const registering = (submissionId: number, state: 'held' | 'pending') =>
      world.beside(world.frontend, completing(submissionId, state), () => world.register({ submissionId }))
    expect(await registering(pending, 'pending')).toEqual({ outcome: 'delivery_pending' })
    expect(await registering(held, 'held')).toEqual(
      expect.objectContaining({ outcome: 'registered', heldAgain: false }),
    )
    for (const submissionId of [pending, held]) expect(await world.isQueued(submissionId)).toBe(false)
  })

  it('waits for a registration, and takes the submission out of the queue', async ({ world }) => {
    const submissionId = await world.registered()
    const outcome = await world.beside(
      world.database,
      (tx) => upsertCapability(tx, { ...world.aCapability(), submissionId }),
      () => world.complete(submissionId),
    )
    expect(outcome).toMatchObject({ outcome: 'completed' })
    expect(await world.isQueued(submissionId)).toBe(false)
  })

  it('succeeds for only one of two concurrent calls, and does not find a submission that was never registered', async ({
    world,
  }) => {
    const submissionId = await world.registered()
    const outcomes = (await Promise.all([world.complete(submissionId), world.complete(submissionId)])).map(
      ({ outcome }) => outcome,
    )
    expect(outcomes.toSorted()).toEqual(['already_completed', 'completed'])
    expect(await world.complete(9_007_199_254_740_991)).toEqual({ outcome: 'not_found' })
  })
})

async function openWorld() {
  const grading = await openGrading()
  /**
   * Begins `second` when `first` has run and is not committed yet, commits once `second` waits for a lock, and resolves with the
   * result of `second`.
   */
  async function beside<T>(
    database: typeof grading.database,
    first: (tx: Tx) => Promise<unknown>,
    second: () => Promise<T>,
  ): Promise<T> {
    const done = Promise.withResolvers<T>()
    await database.transaction(async (tx) => {
      await first(tx)
      second().then(done.resolve, done.reject)
      await expect.poll(grading.somebodyWaits).toBe(true)
    })
    return await done.promise
  }
  const complete = (submissionId: number) => grading.tryToComplete(submissionId, 'none')
  return { ...grading, beside, complete }
}

const completing = (submissionId: number, state: 'held' | 'pending') => (tx: Tx) =>
  completeUnclaimed(tx, { ...aCompletion(submissionId), state })
