import { describe, expect, it } from 'vitest'
import { aRubric } from '../rubrics/a-rubric.fixture.ts'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import { scoreRubric } from '../rubrics/score-rubric.ts'
import { type AssessmentToMigrate, migrateAssessment } from './migrate-assessment.ts'
import { resultTexts } from './result-texts.ts'

describe('migrateAssessment', () => {
  it('moves the scores of an assessment in progress, even if it is incomplete', () => {
    expect(migrate(required(), { state: 'in_progress' })).toMatchObject({
      effect: 'scores',
      points: 8.6,
      scores: assessment.scores,
      texts: null,
    })
  })

  it('changes only the version if the points stay', () => {
    expect(migrate({ criteria: aRubric().criteria.toReversed() })).toMatchObject({ effect: 'version', texts: null })
  })

  it.each<[what: string, change: Partial<RubricDocument>, points: number]>([
    ['other points', { startingPoints: 0 }, 7.6],
    ['another rounding', { rounding: 'whole' }, 9],
    ['another maximum', { maxPoints: 20 }, 8.6],
  ])('makes a new result of %s, with its texts', (_what, change, points) => {
    const { target, ...migrated } = migrate(change)
    expect(migrated).toMatchObject({ effect: 'result', points, dropped: [] })
    const { byCriterion, parts } = scoreRubric(target.document, assessment)
    const feedback = { language: 'en', bodyHtml: String(points), annotations: [] }
    expect(migrated.texts).toEqual(resultTexts({ ...target, ...assessment, points, byCriterion, parts, feedback }))
  })

  it.each<[shown: string, change: Partial<RubricDocument>, shownChanged: boolean]>([
    ['17 and then 9 of 20', { maxPoints: 20 }, true],
    ['17 of 20 before and after', { startingPoints: 0.9 }, false],
    ['17 of 20 and keeps its result', { criteria: aRubric().criteria.toReversed() }, false],
  ])('tells whether the learning platform shows other points, where it shows %s', (_shown, change, shownChanged) => {
    expect(migrate(change)).toMatchObject({ shownChanged })
  })

  it('compares with the points that a delivered grade was sent as', () => {
    expect(migrate({ startingPoints: 0.9 }, { shownMaxPoints: 10 })).toMatchObject({ shownChanged: true })
  })

  it('reopens an assessment that lacks something', () => {
    expect(migrate(required())).toMatchObject({ effect: 'reopened', texts: null })
    const criteria = aRubric().criteria.filter(({ id }) => id !== 'report')
    expect(migrate({ criteria })).toMatchObject({
      effect: 'result',
      points: 5.2,
      scores: { structure: { levelId: 'good' } },
      dropped: [{ path: '$.scores.report', code: 'unknown_criterion' }],
      changedCriteria: ['report'],
    })
  })

  it('reopens an assessment whose text would be too long for the learning platform', () => {
    const scores = { ...assessment.scores, report: { points: 3.4, comment: '<'.repeat(130_000) } }
    expect(migrate({ startingPoints: 0 }, { scores }).effect).toBe('reopened')
  })

  it('counts adjustments and automatic points as completion does', () => {
    const adjustment = { points: -1, reason: 'Late' }
    expect(migrate({}, { adjustment, autoPoints: 2 })).toMatchObject({ effect: 'result', points: 9.6 })
  })
})

const assessment: AssessmentToMigrate = {
  state: 'completed',
  scores: { structure: { levelId: 'good' }, report: { points: 3.4, comment: 'Fine' } },
  adjustment: null,
  autoPoints: null,
  feedback: { language: 'en', body: '{{points}}', annotations: {} },
  // 1 point to start with, 4.2 and 3.4 by criteria.
  points: 8.6,
  maxPoints: 10,
  upstreamMaxPoints: 20,
  shownMaxPoints: 20,
}
const migrate = (change: Partial<RubricDocument>, of: Partial<AssessmentToMigrate> = {}) => {
  const document = aRubric(change)
  const target = { rubricId: 'r', version: 2, wording: 1, document, courseLanguage: 'en' }
  return { target, ...migrateAssessment({ ...assessment, ...of }, target, (texts) => texts) }
}
const required = (document = aRubric()) => ({
  criteria: document.criteria.map((criterion) => ({ ...criterion, required: true })),
})
