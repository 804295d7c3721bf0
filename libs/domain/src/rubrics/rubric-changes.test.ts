import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import { compareRubrics } from './compare-rubrics.ts'
import { generatedLanguages, generatedRubric, oneOf, randomOf, whole } from './generated-rubric.fixture.ts'
import { readRubric } from './read-rubric.ts'
import type { RubricDocument } from './rubric-document.ts'
import { rubricChanges } from './rubric-changes.ts'

describe('rubricChanges', () => {
  it('names what changed by titles, structure and wording apart', () => {
    const [poor, good] = aLevelsCriterion.levels
    const [late, copied, long] = aChecksCriterion.checks
    const essay = { ...aPointsCriterion, id: 'essay', title: { en: 'Essay' } }
    const after = aRubric({
      maxPoints: 12,
      criteria: [
        {
          ...aChecksCriterion,
          maxChecks: null,
          checks: [copied!, { ...late!, title: { en: 'Late', fi: 'Myöhässä' } }],
        },
        {
          ...aLevelsCriterion,
          levels: [poor!, { ...good!, points: 4 }, { ...good!, id: 'best', title: { en: 'Best' } }],
        },
        essay,
      ],
    })
    const [structure, faults] = [aLevelsCriterion.title, aChecksCriterion.title]
    const whole = { criterion: null, part: null }
    expect(rubricChanges(aRubric(), after)).toEqual({
      structure: [
        { ...whole, what: 'changed', field: 'maxPoints', before: 10, after: 12 },
        { ...whole, what: 'reordered', order: [faults, structure, essay.title] },
        { criterion: faults, part: null, what: 'changed', field: 'maxChecks', before: 2, after: null },
        { criterion: faults, part: null, what: 'reordered', order: [copied!.title, { en: 'Late', fi: 'Myöhässä' }] },
        { criterion: faults, part: long!.title, what: 'removed' },
        { criterion: structure, part: good!.title, what: 'changed', field: 'points', before: 4.2, after: 4 },
        { criterion: structure, part: { en: 'Best' }, what: 'added' },
        { criterion: essay.title, part: null, what: 'added' },
        { criterion: aPointsCriterion.title, part: null, what: 'removed' },
      ],
      wording: [
        {
          criterion: faults,
          part: { en: 'Late', fi: 'Myöhässä' },
          field: 'title',
          before: { en: 'Late' },
          after: { en: 'Late', fi: 'Myöhässä' },
        },
      ],
    })
  })

  it('finds a change of structure or of words where publishing would', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const before = generatedRubric(seed)
      const after = changedAtRandom(before, seed)
      const { structure, wording } = rubricChanges(before, after)
      const found = structure.length > 0 ? 'structure' : wording.length > 0 ? 'wording' : 'none'
      expect([seed, found]).toEqual([seed, compareRubrics(before, after)])
    }
  })
})

it('generated rubrics can be read', () => {
  for (let seed = 1; seed <= 200; seed++)
    expect(readRubric(generatedRubric(seed), { languages: generatedLanguages })).toMatchObject({ ok: true })
})

/** One value anywhere in the document is replaced by another of its type, or one item is left out; or nothing changes. */
function changedAtRandom(document: RubricDocument, seed: number): RubricDocument {
  const random = randomOf(seed)
  const copy = structuredClone(document) as unknown
  const places: (() => void)[] = [() => {}]
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) places.push(() => value.splice(whole(random, 0, value.length - 1), 1))
    if (typeof value !== 'object' || value === null) return
    const members = value as Record<string, unknown>
    for (const [name, each] of Object.entries(members)) {
      if (name !== 'kind') places.push(() => (members[name] = other(each)))
      visit(each)
    }
  }
  const other = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}x`
    if (typeof value === 'number') return value + 1
    return typeof value === 'boolean' ? !value : value
  }
  visit(copy)
  oneOf(random, places)()
  return copy as RubricDocument
}
