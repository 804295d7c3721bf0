import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import { compareRubrics } from './compare-rubrics.ts'
import { keepLanguages } from './keep-languages.ts'

describe('keepLanguages', () => {
  it('changes nothing where the course has all languages', () => {
    expect(keepLanguages(aRubric(), ['fi', 'en'])).toEqual({ document: aRubric(), lost: [] })
  })

  it('drops texts in other languages, everywhere, and keeps the structure', () => {
    const both = (text: { readonly en?: string }) => ({ sv: 'x', ...text })
    const given = aRubric({
      title: both({ en: 'Project' }),
      criteria: [
        {
          ...aLevelsCriterion,
          description: { sv: 'x' },
          graderNote: both({ en: 'Names first' }),
          levels: aLevelsCriterion.levels.map((level) => ({ ...level, title: both(level.title) })),
        },
        {
          ...aChecksCriterion,
          checks: aChecksCriterion.checks.map((check) => ({
            ...check,
            title: both(check.title),
            graderNote: { sv: 'x' },
          })),
        },
        aPointsCriterion,
      ],
    })
    const { description: _, ...levels } = aLevelsCriterion
    const { document, lost } = keepLanguages(given, ['en'])
    expect([document, lost]).toEqual([aRubric({ criteria: [levels, aChecksCriterion, aPointsCriterion] }), []])
    expect(compareRubrics(given, document)).toBe('wording')
  })

  it('names every title that has no language left', () => {
    expect(keepLanguages(aRubric({ title: { fi: 'Projekti', en: 'Project' } }), ['fi']).lost).toEqual([
      '$.criteria[0].title',
      '$.criteria[0].levels[0].title',
      '$.criteria[0].levels[1].title',
      '$.criteria[1].title',
      '$.criteria[1].checks[0].title',
      '$.criteria[1].checks[1].title',
      '$.criteria[1].checks[2].title',
      '$.criteria[2].title',
    ])
  })
})
