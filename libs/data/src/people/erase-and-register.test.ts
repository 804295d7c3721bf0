import { describe, expect } from 'vitest'
import { upsertCapability } from '../capabilities/register-capability.ts'
import type { Tx } from '../db/db.ts'
import { erasePerson, repeatErasure } from './erase-person.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('erasing a person while a submission of theirs is registered', () => {
  it('comes before or after the registration: the person is erased, or takes part', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const userId = nextUserId()
      const submissionId = await world.registered({ submitterIds: [userId] })
      await Promise.all([world.erase(userId), world.register({ submissionId, submitterIds: [userId] })])
      expect([await world.isErased(userId), await world.submittersOf(submissionId)]).toEqual(
        (await world.isErased(userId)) ? [true, []] : [false, [userId]],
      )
    }
  })

  it('leaves no held delivery of a submission without submitters', async ({ world }) => {
    const userId = nextUserId()
    const submissionId = await world.registered({ submitterIds: [userId] })
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    const erasure = Promise.withResolvers<unknown>()
    await world.database.transaction(async (tx) => {
      await upsertCapability(tx, { ...world.aCapability({ submitterIds: [userId] }), submissionId })
      world.erase(userId).then(erasure.resolve, erasure.reject)
      await world.waitsOrEnds(erasure.promise)
    })
    expect(await erasure.promise).toEqual({ outcome: 'erased' })
    expect([await world.isErased(userId), await world.submittersOf(submissionId)]).toEqual([true, []])
    const { rows } = await world.owner.query('SELECT state FROM delivery WHERE submission_id = $1 ORDER BY ordinal', [
      submissionId,
    ])
    expect(rows).toEqual([{ state: 'delivered' }, { state: 'cancelled' }])
  })
})

// The submission is new and to another exercise than the erased one. So the two have no row in common, and only the lock of the
// people of the course makes one of them wait.
describe.each(['an erasure', 'an erasure that is repeated'] as const)(
  '%s and the registration of a new submission',
  (way) => {
    it('removes the person from the submission if the registration began before', async ({ world }) => {
      const { userId, write } = await world.withWork()
      const erasure = Promise.withResolvers<unknown>()
      await world.database.transaction(async (tx) => {
        await upsertCapability(tx, write)
        world.frontend
          .transaction(async (other): Promise<unknown> => world.ways[way](other, userId))
          .then(erasure.resolve, erasure.reject)
        await world.waitsOrEnds(erasure.promise)
      })
      await erasure.promise
      expect([await world.isErased(userId), await world.submittersOf(write.submissionId)]).toEqual([true, []])
    })

    it('lets the person take part again if the registration began after', async ({ world }) => {
      const { userId, write } = await world.withWork()
      const registration = Promise.withResolvers<unknown>()
      await world.frontend.transaction(async (tx) => {
        await world.ways[way](tx, userId)
        world.register(write).then(registration.resolve, registration.reject)
        await world.waitsOrEnds(registration.promise)
      })
      await registration.promise
      expect([await world.isErased(userId), await world.submittersOf(write.submissionId)]).toEqual([false, [userId]])
    })
  },
)

async function openWorld() {
  const grading = await openGrading()
  const { courseId, frontend, owner } = grading
  const requestFor = (userId: number) => ({ courseId, userId, byUserId: 101 })
  const erase = (userId: number) => frontend.transaction((tx) => erasePerson(tx, requestFor(userId)))
  const isErased = async (userId: number) =>
    (await owner.query('SELECT FROM course_erased_person WHERE course_id = $1 AND user_id = $2', [courseId, userId]))
      .rowCount === 1
  /** Returns once the work waits for a lock. Work that waits for none has ended by then. */
  async function waitsOrEnds(work: Promise<unknown>): Promise<void> {
    let hasEnded = false
    const end = () => {
      hasEnded = true
    }
    work.then(end, end)
    await expect.poll(async () => hasEnded || (await grading.somebodyWaits())).toBe(true)
  }
  const ways = {
    'an erasure': (tx: Tx, userId: number) => erasePerson(tx, requestFor(userId)),
    'an erasure that is repeated': (tx: Tx, userId: number) =>
      repeatErasure(tx, { ...requestFor(userId), erasedAt: new Date().toISOString() }),
  }
  const withWork = async () => {
    const userId = nextUserId()
    await grading.registered({ exerciseId: 11, submitterIds: [userId] })
    return { userId, write: grading.aCapability({ exerciseId: 12, submitterIds: [userId] }) }
  }
  return { ...grading, erase, isErased, waitsOrEnds, ways, withWork }
}

let lastUserId = 700
const nextUserId = () => (lastUserId += 1)
