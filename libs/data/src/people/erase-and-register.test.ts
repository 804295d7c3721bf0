import { afterAll, describe, expect, it } from 'vitest'
import { registerCapability } from '../capabilities/register-capability.ts'
import type { Tx } from '../db.ts'
import { openGrading } from '../testing/a-delivery.ts'
import { erasePerson, repeatErasure } from './erase-person.ts'

const grading = await openGrading()
const { database, frontend, owner, courseId } = grading
afterAll(() => grading.close())
let lastUserId = 700
const nextUserId = () => (lastUserId += 1)
const requestFor = (userId: number) => ({ courseId, userId, byUserId: 101 })
const erase = (userId: number) => frontend.transaction((tx) => erasePerson(tx, requestFor(userId)))
const isErased = async (userId: number) =>
  (await owner.query('SELECT FROM course_erased_person WHERE course_id = $1 AND user_id = $2', [courseId, userId]))
    .rowCount === 1
const submittersOf = async (submissionId: number) =>
  (
    await owner.query<{ user_id: string }>(
      'SELECT user_id FROM submission_submitter WHERE submission_id = $1 ORDER BY 1',
      [submissionId],
    )
  ).rows.map((row) => Number(row.user_id))

/** Returns once the work waits for a lock. Work that waits for none has ended by then. */
async function waitsOrEnds(work: Promise<unknown>): Promise<void> {
  let hasEnded = false
  const end = () => {
    hasEnded = true
  }
  work.then(end, end)
  await expect.poll(async () => hasEnded || (await grading.somebodyWaits())).toBe(true)
}

describe('erasing a person while a submission of theirs is registered', () => {
  it('comes before or after the registration, in thirty rounds: the person is erased, or takes part', async () => {
    for (let round = 0; round < 30; round += 1) {
      const userId = nextUserId()
      const submissionId = await grading.registered({ submitterIds: [userId] })
      await Promise.all([erase(userId), grading.register({ submissionId, submitterIds: [userId] })])
      expect([await isErased(userId), await submittersOf(submissionId)]).toEqual(
        (await isErased(userId)) ? [true, []] : [false, [userId]],
      )
    }
  })

  it('leaves no held delivery of a submission without submitters', async () => {
    const userId = nextUserId()
    const submissionId = await grading.registered({ submitterIds: [userId] })
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    const erasure = Promise.withResolvers<unknown>()
    await database.transaction(async (tx) => {
      await registerCapability(tx, { ...grading.aCapability({ submitterIds: [userId] }), submissionId })
      erase(userId).then(erasure.resolve, erasure.reject)
      await waitsOrEnds(erasure.promise)
    })
    expect(await erasure.promise).toEqual({ outcome: 'erased' })
    expect([await isErased(userId), await submittersOf(submissionId)]).toEqual([true, []])
    const { rows } = await owner.query('SELECT state FROM delivery WHERE submission_id = $1 ORDER BY ordinal', [
      submissionId,
    ])
    expect(rows).toEqual([{ state: 'delivered' }, { state: 'cancelled' }])
  })
})

const ways: readonly (readonly [string, (tx: Tx, userId: number) => Promise<unknown>])[] = [
  ['an erasure', (tx, userId) => erasePerson(tx, requestFor(userId))],
  [
    'an erasure that is repeated',
    (tx, userId) => repeatErasure(tx, { ...requestFor(userId), erasedAt: new Date().toISOString() }),
  ],
]

// The submission is new and to another exercise than the erased one. So the two have no row in common, and only the lock of the
// people of the course makes one of them wait.
describe.each(ways)('%s and the registration of a new submission', (_, eraseIn) => {
  const withWork = async () => {
    const userId = nextUserId()
    await grading.registered({ exerciseId: 11, submitterIds: [userId] })
    return { userId, write: grading.aCapability({ exerciseId: 12, submitterIds: [userId] }) }
  }

  it('removes the person from the submission if the registration began before', async () => {
    const { userId, write } = await withWork()
    const erasure = Promise.withResolvers<unknown>()
    await database.transaction(async (tx) => {
      await registerCapability(tx, write)
      frontend.transaction((other) => eraseIn(other, userId)).then(erasure.resolve, erasure.reject)
      await waitsOrEnds(erasure.promise)
    })
    await erasure.promise
    expect([await isErased(userId), await submittersOf(write.submissionId)]).toEqual([true, []])
  })

  it('lets the person take part again if the registration began after', async () => {
    const { userId, write } = await withWork()
    const registration = Promise.withResolvers<unknown>()
    await frontend.transaction(async (tx) => {
      await eraseIn(tx, userId)
      grading.register(write).then(registration.resolve, registration.reject)
      await waitsOrEnds(registration.promise)
    })
    await registration.promise
    expect([await isErased(userId), await submittersOf(write.submissionId)]).toEqual([false, [userId]])
  })
})
