import { afterAll, describe, expect, it } from 'vitest'
import { openClaims } from './open-claims.fixture.ts'

const claims = await openClaims()
const { owner, one, anExercise, submitted, next, claim, lapse, save, historyOf } = claims
afterAll(() => claims.close())

const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 10, minute)).toISOString()
const leaseOf = async (submissionId: number) =>
  (await one<{ until: Date }>('SELECT lease_until AS until FROM assessment WHERE submission_id = $1', [submissionId]))
    ?.until

describe('claimSubmission', () => {
  it('is not offered by claimNext, which claims another one', async () => {
    const here = await anExercise()
    const [first, second] = [await submitted(here), await submitted(here)]
    await claim(here, 101, first)
    expect(await next(here, 101)).toMatchObject({ outcome: 'claimed', assessment: { submissionId: second } })
  })

  it('begins the lease again for the holder, and adds nothing to the history', async () => {
    const here = await anExercise()
    const submissionId = await submitted(here)
    await claim(here, 101, submissionId)
    await owner.query("UPDATE assessment SET lease_until = now() + interval '1 minute' WHERE submission_id = $1", [
      submissionId,
    ])
    const before = await leaseOf(submissionId)
    expect(await claim(here, 101, submissionId)).toMatchObject({
      isNew: false,
      assessment: { submissionId },
    })
    expect((await leaseOf(submissionId))?.getTime()).toBeGreaterThan(Number(before?.getTime()) + 20 * 60_000)
    expect(await historyOf(submissionId)).toEqual(['claimed by 101 1→1'])
  })

  it('claims again for the holder whose lease has ended, and for somebody else as a new claim', async () => {
    const here = await anExercise()
    const submissionId = await submitted(here)
    await claim(here, 101, submissionId)
    await lapse(submissionId)
    expect(await claim(here, 101, submissionId)).toMatchObject({ isNew: false })
    await save(submissionId)
    await lapse(submissionId)
    expect(await claim(here, 102, submissionId)).toMatchObject({
      isNew: true,
      assessment: { graderId: 101, holderId: 102, revision: 2 },
    })
    expect(await historyOf(submissionId)).toEqual(['claimed by 101 1→1', 'claimed by 101 1→1', 'claimed by 102 2→2'])
  })

  it('keeps the limit, and lets the holder claim again what the holder has', async () => {
    const here = await anExercise({ maxOpenClaims: 1 })
    const [first, second] = [await submitted(here), await submitted(here)]
    await claim(here, 101, first)
    await expect(claim(here, 101, second)).rejects.toMatchObject({ code: 'claim_limit' })
    expect(await claim(here, 101, first)).toMatchObject({ isNew: false })
  })

  it('claims a superseded submission only if its assessment was begun', async () => {
    const here = await anExercise()
    const change = { submitterIds: [7] }
    const begun = await submitted(here, { ...change, submittedAt: at(1) })
    await claim(here, 101, begun)
    const waiting = await submitted(here, { ...change, submittedAt: at(2) })
    await submitted(here, { ...change, submittedAt: at(3) })
    await expect(claim(here, 102, begun)).rejects.toMatchObject({ code: 'already_claimed' })
    await expect(claim(here, 102, waiting)).rejects.toMatchObject({ code: 'not_in_state', detail: 'superseded' })
    await lapse(begun)
    expect(await next(here, 102)).toMatchObject({ outcome: 'claimed' })
    expect(await claim(here, 102, begun)).toMatchObject({ isNew: true })
  })

  it('claims no submission that is completed, released, without submitters, or of an exercise that is not listed or not the given one', async () => {
    const here = await anExercise()
    const [completed, released, erased, waiting] = [
      await submitted(here),
      await submitted(here),
      await submitted(here),
      await submitted(here),
    ]
    await claims.complete(completed, 'held')
    await claims.complete(released, 'held')
    await owner.query('UPDATE completed_result SET released_at = now() WHERE submission_id = $1', [released])
    await owner.query('DELETE FROM submission_submitter WHERE submission_id = $1', [erased])
    const isRefused = (id: number, detail: string, of = here) =>
      expect(claim(of, 101, id)).rejects.toMatchObject({ code: 'not_in_state', detail })
    await isRefused(completed, 'completed')
    await isRefused(released, 'released')
    await isRefused(erased, 'not_queued')
    await owner.query('DELETE FROM manual_grading_exercise WHERE exercise_id = $1', [here.exerciseId])
    await isRefused(waiting, 'not_queued')
    await isRefused(waiting, 'not_queued', await anExercise())
  })

  it('is given to one of twenty who request it at the same time, or to somebody who requested the next one', async () => {
    const here = await anExercise()
    const submissionId = await submitted(here)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? claim(here, 300 + index, submissionId) : next(here, 300 + index),
      ),
    )
    const given = results.filter((result) => result.status === 'fulfilled' && 'assessment' in result.value)
    expect(given).toHaveLength(1)
    expect(await historyOf(submissionId)).toHaveLength(1)
  })
})
