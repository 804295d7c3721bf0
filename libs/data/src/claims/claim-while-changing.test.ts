import { describe, expect } from 'vitest'
import { upsertCapability } from '../capabilities/register-capability.ts'
import type { SubmissionOfExercise } from '../db/lock-order.ts'
import { markGone } from '../snapshots/mark-gone.ts'
import { follow, aHead, aStudent, refresh } from '../testing/a-reading.ts'
import { openClaims, testIn } from './open-claims.fixture.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)
const grader = 103

describe('of a submission that is found gone at the same moment', () => {
  it.for(['claimNext', 'claimSubmission'] as const)(
    '%s gives nothing while the mark is written',
    async (way, { world }) => {
      const work = await world.waiting()
      let claiming: Promise<unknown> = Promise.resolve()
      await world.frontend.transaction(async (tx) => {
        await markGone(tx, world.goneOf(work))
        claiming = world.claimed(way, work)
        if (way === 'claimNext') await claiming
        else await expect.poll(world.somebodyWaits).toBe(true)
      })
      expect(await claiming).toBe(way === 'claimNext' ? 'locked' : 'not_in_state')
      expect(await world.claimed(way, work)).toBe(way === 'claimNext' ? 'nothing_left' : 'not_in_state')
    },
  )

  it.for(['claimNext', 'claimSubmission'] as const)('%s gives nothing after the mark', async (way, { world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const work = await world.waiting()
      await Promise.all([
        world.claimed(way, work),
        world.frontend.transaction((tx) => markGone(tx, world.goneOf(work))),
      ])
      expect(await world.one(claimedAfterMark, [work.submissionId])).toEqual({ count: 0 })
      expect(await world.nextId(work, 104)).toBe('nothing_left')
    }
  })
})

describe('to somebody who becomes a submitter at the same moment', () => {
  it.for(['claimNext', 'claimSubmission'] as const)(
    '%s gives nothing while that is written',
    async (way, { world }) => {
      const work = await world.waiting()
      let claiming: Promise<unknown> = Promise.resolve()
      await world.database.transaction(async (tx) => {
        await upsertCapability(tx, world.aCapability({ ...work, submitterIds: [grader] }))
        claiming = world.claimed(way, work)
        if (way === 'claimNext') await claiming
        else await expect.poll(world.somebodyWaits).toBe(true)
      })
      expect(await claiming).toBe(way === 'claimNext' ? 'locked' : 'forbidden')
      expect(await world.claimed(way, work)).toBe(way === 'claimNext' ? 'nothing_left' : 'forbidden')
    },
  )

  it.for(
    (['claimNext', 'claimSubmission'] as const).flatMap((way) =>
      (['registration', 'refresh'] as const).map((by) => [way, by] as const),
    ),
  )('%s leaves nobody with their own work after a %s', async ([way, by], { world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const work = await world.waiting()
      const comeIn = await world.comingIn(work, by)
      await Promise.all([world.claimed(way, work), comeIn()])
      expect(await world.submittersOf(work.submissionId)).toContain(grader)
      expect(await world.one(heldByOwn, [work.submissionId])).toEqual({ count: 0 })
    }
  })
})

const claimedAfterMark = `SELECT count(*)::int AS count FROM assessment JOIN submission USING (submission_id)
  WHERE submission_id = $1 AND (claimed_at > gone_at OR gone_at IS NULL)`
const heldByOwn = `SELECT count(*)::int AS count FROM assessment JOIN submission_submitter USING (submission_id)
  WHERE submission_id = $1 AND holder_id = user_id`

async function openWorld() {
  const claims = await openClaims()
  const { database, frontend } = claims
  const waiting = async (): Promise<SubmissionOfExercise> => {
    const here = await claims.anExercise()
    return { ...here, submissionId: await claims.registered({ ...here, submitterIds: [501] }) }
  }
  const goneOf = (work: SubmissionOfExercise) => ({
    ...work,
    submissionIds: [work.submissionId],
    readAt: 'infinity',
  })
  const claimed = async (way: 'claimNext' | 'claimSubmission', work: SubmissionOfExercise) =>
    way === 'claimNext'
      ? await claims.nextId(work, grader)
      : await claims.claim(work, grader, work.submissionId).then(
          () => work.submissionId,
          (error: unknown) => (error as { code: string }).code,
        )
  /** Brings the grader in, by a registration, or by what follows a refresh. */
  const comingIn = async (work: SubmissionOfExercise, by: 'registration' | 'refresh') => {
    if (by === 'registration') {
      const write = claims.aCapability({ ...work, submitterIds: [501, grader] })
      return () => database.transaction((tx) => upsertCapability(tx, write))
    }
    const { revision } = await refresh(frontend, work.courseId, {
      students: [aStudent(501), aStudent(grader)],
      submissions: [{ exerciseId: work.exerciseId, heads: [aHead(work.submissionId, [501, grader])] }],
    })
    return () => follow(frontend, { ...work, revision })
  }
  return { ...claims, waiting, goneOf, claimed, comingIn }
}
