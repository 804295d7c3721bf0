import { describe, expect } from 'vitest'
import { it } from './open-claims.fixture.ts'

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
