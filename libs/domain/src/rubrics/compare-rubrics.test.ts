import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import { compareRubrics, type RubricDifference } from './compare-rubrics.ts'
import type {
  Check,
  ChecksCriterion,
  Level,
  LevelsCriterion,
  PointsCriterion,
  RubricDocument,
} from './rubric-document.ts'

describe('compareRubrics', () => {
  it.each(edits)('takes %s for %s', (_what, difference, edited) => {
    expect(compareRubrics(aRubric(), edited)).toBe(difference)
    expect(compareRubrics(edited, aRubric())).toBe(difference)
  })

  it('does not mind the order of members', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, each]) => [key, reversed(each)] as const)
          .toReversed(),
      )
    }
    expect(compareRubrics(aRubric(), reversed(aRubric()) as RubricDocument)).toBe('none')
  })
})

const ofLevels = (change: Partial<LevelsCriterion>): RubricDocument =>
  aRubric({ criteria: [{ ...aLevelsCriterion, ...change }, aChecksCriterion, aPointsCriterion] })
const ofChecks = (change: Partial<ChecksCriterion>): RubricDocument =>
  aRubric({ criteria: [aLevelsCriterion, { ...aChecksCriterion, ...change }, aPointsCriterion] })
const ofPoints = (change: Partial<PointsCriterion>): RubricDocument =>
  aRubric({ criteria: [aLevelsCriterion, aChecksCriterion, { ...aPointsCriterion, ...change }] })
const [poor, good] = aLevelsCriterion.levels as [Level, Level]
const [late, copied, long] = aChecksCriterion.checks as [Check, Check, Check]
const ofLevel = (change: Partial<Level>): RubricDocument => ofLevels({ levels: [poor, { ...good, ...change }] })
const ofCheck = (change: Partial<Check>): RubricDocument => ofChecks({ checks: [{ ...late, ...change }, copied, long] })
const other = { en: 'Other' }
const { description: _description, ...withoutDescription } = aLevelsCriterion

const edits: readonly (readonly [what: string, difference: RubricDifference, edited: RubricDocument])[] = [
  ['nothing', 'none', aRubric()],
  ['the title', 'wording', aRubric({ title: other })],
  ['the title in another language', 'wording', aRubric({ title: { en: 'Project', fi: 'Projekti' } })],
  ['the description', 'wording', aRubric({ description: other })],
  ['the maximum', 'structure', aRubric({ maxPoints: 11 })],
  ['the starting points', 'structure', aRubric({ startingPoints: 1.01 })],
  ['the rounding', 'structure', aRubric({ rounding: 'half' })],
  ['the order of criteria', 'structure', aRubric({ criteria: [aChecksCriterion, aLevelsCriterion, aPointsCriterion] })],
  ['a criterion less', 'structure', aRubric({ criteria: [aLevelsCriterion, aChecksCriterion] })],
  ['the id of a criterion', 'structure', ofPoints({ id: 'essay' })],
  ['the title of a criterion', 'wording', ofPoints({ title: other })],
  ['the description of a criterion', 'wording', ofLevels({ description: other })],
  [
    'the description of a criterion taken away',
    'wording',
    aRubric({ criteria: [withoutDescription, aChecksCriterion, aPointsCriterion] }),
  ],
  ['the note of a criterion', 'wording', ofLevels({ graderNote: other })],
  ['a note of a criterion that had none', 'wording', ofChecks({ graderNote: other })],
  ['whether a criterion is required', 'structure', ofPoints({ required: true })],
  ['whether a criterion needs a comment', 'structure', ofPoints({ commentRequired: true })],
  ['whether students see a criterion', 'structure', ofPoints({ visibleToStudent: false })],
  ['the smallest points', 'structure', ofPoints({ min: -0.8 })],
  ['the largest points', 'structure', ofPoints({ max: 3.1 })],
  ['the step', 'structure', ofPoints({ step: 0.1 })],
  [
    'the kind of a criterion',
    'structure',
    aRubric({ criteria: [{ ...aPointsCriterion, id: 'structure' }, aChecksCriterion, aPointsCriterion] }),
  ],
  ['the id of a level', 'structure', ofLevel({ id: 'fine' })],
  ['the order of levels', 'structure', ofLevels({ levels: [good, poor] })],
  ['a level more', 'structure', ofLevels({ levels: [poor, good, { ...good, id: 'best' }] })],
  ['the title of a level', 'wording', ofLevel({ title: other })],
  ['the description of a level', 'wording', ofLevel({ description: other })],
  ['the note of a level', 'wording', ofLevel({ graderNote: other })],
  ['the points of a level', 'structure', ofLevel({ points: 4.21 })],
  ['whether a level needs a comment', 'structure', ofLevel({ commentRequired: true })],
  ['the id of a check', 'structure', ofCheck({ id: 'late-1' })],
  ['the order of checks', 'structure', ofChecks({ checks: [copied, late, long] })],
  ['a check less', 'structure', ofChecks({ checks: [late, copied] })],
  ['the title of a check', 'wording', ofCheck({ title: other })],
  ['the note of a check', 'wording', ofCheck({ graderNote: other })],
  ['the points of a check', 'structure', ofCheck({ points: -0.36 })],
  ['how many times a check applies', 'structure', ofCheck({ maxTimes: 2 })],
  ['whether students see a check', 'structure', ofCheck({ visibility: 'chosen' })],
  ['whether a check needs a comment', 'structure', ofCheck({ commentRequired: true })],
  ['how many checks are needed', 'structure', ofChecks({ minChecks: 0 })],
  ['how many checks are allowed', 'structure', ofChecks({ maxChecks: null })],
  ['words and structure', 'structure', aRubric({ title: other, maxPoints: 9 })],
]
