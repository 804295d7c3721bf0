import { afterAll, describe, expect, it } from 'vitest'
import { openClaims } from './open-claims.fixture.ts'

const claims = await openClaims()
const { anExercise, setGrading, aRubric, submitted, next, lapse, save, historyOf } = claims
afterAll(() => claims.close())

describe('what a claim judges by', () => {
  it('is the rubric of the exercise at the time of the claim, also for a draft that is still empty', async () => {
    const here = await anExercise()
    const submissionId = await submitted(here, { autoPoints: 1.3 })
    await next(here, 101)
    await lapse(submissionId)
    const rubricId = await aRubric(here, { startingPoints: 4, maxPoints: 10, rounding: 'half' })
    await setGrading(here, { rubricId, autoPoints: 'added' })
    expect(await next(here, 102)).toMatchObject({
      assessment: { submissionId, rubricId, rubricVersion: 2, revision: 2, graderId: 102, points: 5.5 },
    })
    expect(await historyOf(submissionId)).toEqual(['claimed by 101 1→1', 'claimed by 102 1→2'])
    // Whatever a client wrote by the other rubric does not fit.
    expect(await next(here, 102)).toMatchObject({ assessment: { partRevisions: { '*': 2 } } })
    await lapse(submissionId)
    expect(await next(here, 103)).toMatchObject({ assessment: { revision: 2 } })
  })

  it.each([
    'scores = \'{"points":{"points":3}}\'',
    'adjustment = \'{"points":1,"reason":"late"}\'',
    "private_note = 'hm'",
  ])('stays in a draft with %s', async (change) => {
    const here = await anExercise()
    const submissionId = await submitted(here)
    await next(here, 101)
    await save(submissionId, change)
    await lapse(submissionId)
    await setGrading(here, {
      rubricId: await aRubric(here, { startingPoints: 4, maxPoints: 10, rounding: 'none' }),
    })
    expect(await next(here, 102)).toMatchObject({ assessment: { rubricId: null, revision: 2, graderId: 101 } })
  })
})
