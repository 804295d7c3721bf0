import { describe, expect } from 'vitest'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('whether students are notified of a delivery', () => {
  it.for(['held', 'pending'] as const)(
    'is yes for the first delivery of a result that is %s',
    async (state, { world }) => {
      expect(await world.notifyOf(await world.complete(await world.registered(), state))).toBe(true)
    },
  )

  it('is no if the same result has already arrived', async ({ world }) => {
    const submissionId = await world.registered()
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    const second = await world.heldAgain(submissionId)
    expect(await world.notifyOf(second)).toBe(false)
    await world.release(second)
    await world.bringTo(second, 'cancelled')
    // The outcome of the earlier delivery makes no difference.
    expect(await world.notifyOf(await world.heldAgain(submissionId))).toBe(false)
  })

  it('is no if a person decided that the same result had arrived', async ({ world }) => {
    const submissionId = await world.registered()
    const first = await world.complete(submissionId, 'pending')
    await world.bringTo(first, 'ambiguous')
    await world.resolve(first, 'delivered')
    expect(await world.notifyOf(await world.heldAgain(submissionId))).toBe(false)
  })

  it('is yes if the delivery before was cancelled and never arrived', async ({ world }) => {
    const submissionId = await world.registered()
    await world.bringTo(await world.complete(submissionId, 'pending'), 'cancelled')
    expect(await world.notifyOf(await world.heldAgain(submissionId))).toBe(true)
  })

  it('is yes for another result of the same submission', async ({ world }) => {
    const submissionId = await world.registered()
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.reopen(submissionId)
    expect(await world.notifyOf(await world.complete(submissionId, 'pending'))).toBe(true)
  })

  it.for([true, false])(
    'keeps its value (%s) when the delivery is sent again, and is part of the lease',
    async (notify, { world }) => {
      const submissionId = await world.registered()
      let id = await world.complete(submissionId, 'pending')
      if (!notify) {
        await world.bringTo(id, 'delivered')
        id = await world.heldAgain(submissionId)
        await world.release(id)
      }
      await world.bringTo(id, 'ambiguous')
      expect(await world.resolve(id, 'send_again')).toMatchObject({ outcome: 'resolved' })
      expect(await world.leaseOf(id)).toMatchObject({ sendNumber: 2, notify })
    },
  )

  it('never changes after the delivery was made', async ({ world }) => {
    const id = await world.complete(await world.registered(), 'held')
    await expect(world.owner.query('UPDATE delivery SET notify = FALSE WHERE id = $1', [id])).rejects.toMatchObject({
      constraint: 'delivery__notify__fixed',
    })
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { register, owner } = grading
  const notifyOf = async (deliveryId: string): Promise<boolean | undefined> =>
    (await grading.one<{ notify: boolean }>('SELECT notify FROM delivery WHERE id = $1', [deliveryId]))?.notify
  /** Registers the submission again, and returns the held delivery that this makes of the result that stands. */
  async function heldAgain(submissionId: number): Promise<string> {
    const again = await register({ submissionId })
    if (again.outcome !== 'registered' || !again.heldAgain) throw new Error(again.outcome)
    const { rows } = await owner.query<{ id: string }>(
      'SELECT id FROM delivery WHERE submission_id = $1 ORDER BY ordinal DESC LIMIT 1',
      [submissionId],
    )
    return rows[0]!.id
  }
  const release = async (deliveryId: string): Promise<void> => {
    await owner.query("UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE id = $1", [
      deliveryId,
    ])
  }
  return { ...grading, notifyOf, heldAgain, release }
}
