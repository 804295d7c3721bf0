import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'

const grading = await openGrading()
const { owner, withdraw, complete, registered, register, put, resolve, leaseOf } = grading
afterAll(() => grading.close())

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
  await owner.query("UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE id = $1", [deliveryId])
}

describe('whether students are notified of a delivery', () => {
  it.each(['held', 'pending'] as const)('is yes for the first delivery of a result that is %s', async (state) => {
    expect(await notifyOf(await complete(await registered(), state))).toBe(true)
  })

  it('is no if the same result has already arrived', async () => {
    const submissionId = await registered()
    await put(await complete(submissionId, 'pending'), 'delivered')
    const second = await heldAgain(submissionId)
    expect(await notifyOf(second)).toBe(false)
    await release(second)
    await put(second, 'cancelled')
    // The outcome of the earlier delivery makes no difference.
    expect(await notifyOf(await heldAgain(submissionId))).toBe(false)
  })

  it('is no if a person decided that the same result had arrived', async () => {
    const submissionId = await registered()
    const first = await complete(submissionId, 'pending')
    await put(first, 'ambiguous')
    await resolve(first, 'delivered')
    expect(await notifyOf(await heldAgain(submissionId))).toBe(false)
  })

  it('is yes if the delivery before was cancelled and never arrived', async () => {
    const submissionId = await registered()
    await put(await complete(submissionId, 'pending'), 'cancelled')
    expect(await notifyOf(await heldAgain(submissionId))).toBe(true)
  })

  it('is yes for another result of the same submission', async () => {
    const submissionId = await registered()
    await put(await complete(submissionId, 'pending'), 'delivered')
    await withdraw(submissionId)
    expect(await notifyOf(await complete(submissionId, 'pending'))).toBe(true)
  })

  it.each([true, false])(
    'keeps its value (%s) when the delivery is sent again, and is part of the lease',
    async (notify) => {
      const submissionId = await registered()
      let id = await complete(submissionId, 'pending')
      if (!notify) {
        await put(id, 'delivered')
        id = await heldAgain(submissionId)
        await release(id)
      }
      await put(id, 'ambiguous')
      expect(await resolve(id, 'send_again')).toMatchObject({ outcome: 'resolved' })
      expect(await leaseOf(id)).toMatchObject({ sendNumber: 2, notify })
    },
  )

  it('never changes after the delivery was made', async () => {
    const id = await complete(await registered(), 'held')
    await expect(owner.query('UPDATE delivery SET notify = FALSE WHERE id = $1', [id])).rejects.toMatchObject({
      constraint: 'delivery__notify__fixed',
    })
  })
})
