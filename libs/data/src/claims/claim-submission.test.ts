import { describe, expect } from 'vitest'
import { openClaims, testIn } from './open-claims.fixture.ts'

const it = testIn(openWorld)

describe('insertClaim', () => {
  it('is not offered by claimNext, which claims another one', async ({ world }) => {
    const here = await world.anExercise()
    const [first, second] = [await world.aSubmission(here), await world.aSubmission(here)]
    await world.claim(here, 101, first)
    expect(await world.next(here, 101)).toMatchObject({ outcome: 'claimed', assessment: { submissionId: second } })
  })

  it('begins the lease again for the holder, and adds nothing to the history', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.aSubmission(here)
    await world.claim(here, 101, submissionId)
    await world.owner.query(
      "UPDATE assessment SET lease_until = now() + interval '1 minute' WHERE submission_id = $1",
      [submissionId],
    )
    const before = await world.leaseOf(submissionId)
    expect(await world.claim(here, 101, submissionId)).toMatchObject({
      isNew: false,
      assessment: { submissionId },
    })
    expect((await world.leaseOf(submissionId))?.getTime()).toBeGreaterThan(Number(before?.getTime()) + 20 * 60_000)
    expect(await world.historyOf(submissionId)).toEqual(['claimed by 101 1→1'])
  })

  it('claims again for the holder whose lease has ended, and for somebody else as a new claim', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.aSubmission(here)
    await world.claim(here, 101, submissionId)
    await world.lapse(submissionId)
    expect(await world.claim(here, 101, submissionId)).toMatchObject({ isNew: false })
    await world.save(submissionId)
    await world.lapse(submissionId)
    expect(await world.claim(here, 102, submissionId)).toMatchObject({
      isNew: true,
      assessment: { graderId: 101, holderId: 102, revision: 2 },
    })
    expect(await world.historyOf(submissionId)).toEqual([
      'claimed by 101 1→1',
      'claimed by 101 1→1',
      'claimed by 102 2→2',
    ])
  })

  it('keeps the limit, and lets the holder claim again what the holder has', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 1 })
    const [first, second] = [await world.aSubmission(here), await world.aSubmission(here)]
    await world.claim(here, 101, first)
    await expect(world.claim(here, 101, second)).rejects.toMatchObject({ code: 'claim_limit' })
    expect(await world.claim(here, 101, first)).toMatchObject({ isNew: false })
  })

  it('says how many are held, also where fewer are allowed since', async ({ world }) => {
    const here = await world.anExercise({ maxOpenClaims: 2 })
    for (let count = 0; count < 2; count += 1) await world.claim(here, 101, await world.aSubmission(here))
    await world.setGrading(here, { maxOpenClaims: 1 })
    await expect(world.claim(here, 101, await world.aSubmission(here))).rejects.toMatchObject({
      detail: 'You hold 2 submissions of at most 1.',
    })
  })

  it('claims a superseded submission only if its assessment was begun', async ({ world }) => {
    const here = await world.anExercise()
    const change = { submitterIds: [7] }
    const begun = await world.aSubmission(here, { ...change, submittedAt: at(1) })
    await world.claim(here, 101, begun)
    const waiting = await world.aSubmission(here, { ...change, submittedAt: at(2) })
    await world.aSubmission(here, { ...change, submittedAt: at(3) })
    await expect(world.claim(here, 102, begun)).rejects.toMatchObject({ code: 'already_claimed' })
    await expect(world.claim(here, 102, waiting)).rejects.toMatchObject({ code: 'not_in_state', detail: 'superseded' })
    await world.lapse(begun)
    expect(await world.next(here, 102)).toMatchObject({ outcome: 'claimed' })
    expect(await world.claim(here, 102, begun)).toMatchObject({ isNew: true })
  })

  it('claims no submission that is completed, released, without submitters, or of an exercise that is not listed or not the given one', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const [completed, released, erased, waiting] = [
      await world.aSubmission(here),
      await world.aSubmission(here),
      await world.aSubmission(here),
      await world.aSubmission(here),
    ]
    await world.complete(completed, 'held')
    await world.complete(released, 'held')
    await world.owner.query('UPDATE completed_result SET released_at = now() WHERE submission_id = $1', [released])
    await world.owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [erased])
    const isRefused = (id: number, detail: string, of = here) =>
      expect(world.claim(of, 101, id)).rejects.toMatchObject({ code: 'not_in_state', detail })
    await isRefused(completed, 'completed')
    await isRefused(released, 'released')
    await isRefused(erased, 'not_queued')
    await world.owner.query('DELETE FROM manual_grading_exercise WHERE exercise_id = $1', [here.exerciseId])
    await isRefused(waiting, 'not_queued')
    await isRefused(waiting, 'not_queued', await world.anExercise())
  })

  it('is given to one of twenty who request it at the same time, or to somebody who requested the next one', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const submissionId = await world.aSubmission(here)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? world.claim(here, 300 + index, submissionId) : world.next(here, 300 + index),
      ),
    )
    const given = results.filter((result) => result.status === 'fulfilled' && 'assessment' in result.value)
    expect(given).toHaveLength(1)
    expect(await world.historyOf(submissionId)).toHaveLength(1)
  })
})

async function openWorld() {
  const claims = await openClaims()
  const { one } = claims
  const leaseOf = async (submissionId: number) =>
    (await one<{ until: Date }>('SELECT lease_until AS until FROM assessment WHERE submission_id = $1', [submissionId]))
      ?.until
  return { ...claims, leaseOf }
}

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
