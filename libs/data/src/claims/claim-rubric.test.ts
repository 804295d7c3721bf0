import { describe, expect } from 'vitest'
import { openClaims, testIn } from './open-claims.fixture.ts'

const it = testIn(openWorld)

describe('the maximum of work that is judged without a rubric', () => {
  it('is taken again by a claim, as its next revision, and points above it stay', async ({ world }) => {
    const { here, submissionId } = await world.begun()
    await world.tellMaximum(here, 2)
    expect(await world.claimed(here, submissionId, 102)).toMatchObject({
      ownMaxPoints: 2,
      revision: 3,
      scores: { points: { points: 3 } },
      points: 0,
    })
    expect((await world.historyOf(submissionId)).at(-1)).toBe('claimed by 102 2→3')
  })

  it('stays as it is, with the revision, where the same one is reported again', async ({ world }) => {
    const { here, submissionId } = await world.begun()
    await world.tellMaximum(here, 10)
    expect(await world.claimed(here, submissionId, 102)).toMatchObject({ ownMaxPoints: 10, revision: 2 })
  })

  it('stays while a maximum is reported for another exercise', async ({ world }) => {
    const { here, submissionId } = await world.begun()
    await world.tellMaximum(await world.anExercise(), 2)
    expect(await world.claimed(here, submissionId, 102)).toMatchObject({ ownMaxPoints: 10, revision: 2 })
  })

  it('stays while the holder claims again what is held', async ({ world }) => {
    const here = await world.anExercise()
    const submissionId = await world.aSubmission(here)
    await world.next(here, 101)
    await world.tellMaximum(here, 2)
    expect(await world.next(here, 101)).toMatchObject({ outcome: 'offered', assessment: { ownMaxPoints: 10 } })
    expect(await world.claimed(here, submissionId, 101)).toMatchObject({ ownMaxPoints: 10, revision: 1 })
  })
})

describe('what a claim judges by', () => {
  it('is the rubric of the exercise at the time of the claim, also for a draft that is still empty', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const submissionId = await world.aSubmission(here, { autoPoints: 1.3 })
    await world.next(here, 101)
    await world.lapse(submissionId)
    const rubricId = await world.aRubric(here, { startingPoints: 4, maxPoints: 10, rounding: 'half' })
    await world.setGrading(here, { rubricId, autoPoints: 'added' })
    expect(await world.next(here, 102)).toMatchObject({
      assessment: { submissionId, rubricId, rubricVersion: 2, revision: 2, graderId: 102, points: 5.5 },
    })
    expect(await world.historyOf(submissionId)).toEqual(['claimed by 101 1→1', 'claimed by 102 1→2'])
    // Whatever a client wrote by the other rubric does not fit.
    expect(await world.next(here, 102)).toMatchObject({ assessment: { partRevisions: { '*': 2 } } })
    await world.lapse(submissionId)
    expect(await world.next(here, 103)).toMatchObject({ assessment: { revision: 2 } })
  })

  it.for([
    'scores = \'{"points":{"points":3}}\'',
    'adjustment = \'{"points":1,"reason":"late"}\'',
    "private_note = 'hm'",
  ])('stays in a draft with %s', async (change, { world }) => {
    const here = await world.anExercise()
    const submissionId = await world.aSubmission(here)
    await world.next(here, 101)
    await world.save(submissionId, change)
    await world.lapse(submissionId)
    await world.setGrading(here, {
      rubricId: await world.aRubric(here, { startingPoints: 4, maxPoints: 10, rounding: 'none' }),
    })
    expect(await world.next(here, 102)).toMatchObject({ assessment: { rubricId: null, revision: 2, graderId: 101 } })
  })
})

async function openWorld() {
  const claims = await openClaims()
  type Here = Awaited<ReturnType<typeof claims.anExercise>>
  /** A submission whose claim has ended, with a score of 3 of 10. */
  const begun = async () => {
    const here = await claims.anExercise()
    const submissionId = await claims.aSubmission(here)
    await claims.claim(here, 101, submissionId)
    await claims.save(submissionId)
    await claims.lapse(submissionId)
    return { here, submissionId }
  }
  const claimed = async (here: Here, submissionId: number, graderId: number) =>
    (await claims.claim(here, graderId, submissionId)).assessment
  /** By a registration of another submission. */
  const tellMaximum = (here: Here, maxPoints: number) => claims.aSubmission(here, { maxPoints })
  return { ...claims, begun, claimed, tellMaximum }
}
