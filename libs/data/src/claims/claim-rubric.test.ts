import { scoreRubric } from '@course-grading/domain/rubrics/score-rubric'
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
    expect(await next(here, 102)).toMatchObject({ assessment: { partRevisions: '{"*" : 2}' } })
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

  it.each([
    ['none', 4, 10, 1.37],
    ['half', 4, 10, 1.24],
    ['half', 4, 10, 1.25],
    ['half', 4.5, 10, 0.26],
    ['whole', 4, 10, 1.49],
    ['whole', 4, 10, 1.5],
    ['whole', 0.5, 10, null],
    ['none', 10, 10, 3],
    ['whole', 9.4, 9.45, 0.2],
    ['half', 0, 0.1, 0.24],
  ] as const)(
    'has the points of an empty judgement (%s, %d of %d, with %d)',
    async (rounding, startingPoints, maxPoints, autoPoints) => {
      const document = { title: { en: 'R' }, rounding, startingPoints, maxPoints, criteria: [] }
      for (const autoPointsAs of ['added', 'shown'] as const) {
        const here = await anExercise()
        await setGrading(here, { rubricId: await aRubric(here, document), autoPoints: autoPointsAs })
        await submitted(here, { autoPoints })
        const { points } = scoreRubric(document, {
          scores: {},
          adjustment: null,
          autoPoints: autoPointsAs === 'added' ? autoPoints : null,
        })
        expect(await next(here, 101)).toMatchObject({ assessment: { points } })
      }
    },
  )
})
