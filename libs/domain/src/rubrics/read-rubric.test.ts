import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import type { GivenCriterion, GivenRubric } from './given-rubric.ts'
import { readRubric } from './read-rubric.ts'

describe('readRubric', () => {
  it('takes a rubric that keeps every rule, and gives the text that is stored', () => {
    expect(readRubric(aRubric(), { languages })).toEqual({
      ok: true,
      document: aRubric(),
      text: JSON.stringify(aRubric()),
    })
  })

  it.each<[what: string, change: Partial<GivenRubric>]>([
    ['the smallest maximum', { maxPoints: 0.01, startingPoints: 0.01 }],
    ['the largest maximum', { maxPoints: 1_000_000 }],
    ['50 criteria', { criteria: many(aPointsCriterion, 50) }],
    ['20 levels', levels({ levels: many(aLevelsCriterion.levels[0]!, 20) })],
    ['100 checks', checks({ checks: many(aChecksCriterion.checks[0]!, 100) })],
    ['as many needed checks as there are', checks({ minChecks: 3, maxChecks: 3 })],
    ['no limit of checks', checks({ minChecks: 0, maxChecks: null })],
    ['the largest points', level({ points: 1_000_000 })],
    ['the smallest points', check({ points: -1_000_000, maxTimes: 99 })],
    ['a step of 0.01', points({ min: -1_000_000, max: 1_000_000, step: 0.01 })],
    ['one value of points', points({ min: 1, max: 1, step: 0.01 })],
    ['the longest text', { title: { en: '\u{1F600}'.repeat(2_000) } }],
    ['the longest id', points({ id: `0${'-'.repeat(39)}` })],
  ])('takes %s', (_what, change) => {
    expect(issuesOf(change)).toEqual([])
  })

  it.each<[issue: string, change: Partial<GivenRubric>]>([
    ['$.title too_short', { title: {} }],
    ['$.title.sv invalid_value', { title: { en: 'x', sv: 'x' } }],
    ['$.title.en too_short', { title: { en: '' } }],
    ['$.title.en invalid_format', { title: { en: ' \n' } }],
    ['$.title.en too_long', { title: { en: 'x'.repeat(2_001) } }],
    ['$.title.en too_long', { title: { en: '\u{1F600}'.repeat(2_001) } }],
    ['$.description too_short', { description: {} }],
    ['$.maxPoints too_small', { maxPoints: 0, startingPoints: 0 }],
    ['$.maxPoints too_large', { maxPoints: 1_000_000.01 }],
    ['$.maxPoints invalid_value', { maxPoints: 9.999 }],
    ['$.startingPoints too_small', { startingPoints: -0.01 }],
    ['$.startingPoints too_large', { startingPoints: 10.01 }],
    ['$.startingPoints invalid_value', { startingPoints: 0.005 }],
    ['$.criteria too_short', { criteria: [] }],
    ['$.criteria too_long', { criteria: many(aPointsCriterion, 51) }],
    ['$.criteria[1].id duplicate', { criteria: [aPointsCriterion, { ...aLevelsCriterion, id: 'report' }] }],
    ...['', 'A', '-a', 'a_b', 'ä', 'a\n', 'x'.repeat(41)].map((id): [string, Partial<GivenRubric>] => [
      '$.criteria[0].id invalid_format',
      points({ id }),
    ]),
    ['$.criteria[0].title too_short', points({ title: {} })],
    ['$.criteria[0].description.x invalid_value', points({ description: { x: 'x' } })],
    ['$.criteria[0].graderNote.en too_short', points({ graderNote: { en: '' } })],
    ['$.criteria[0].levels unknown_field', points({ levels: aLevelsCriterion.levels })],
    ['$.criteria[0].minChecks unknown_field', levels({ minChecks: 0 })],
    ['$.criteria[0].maxChecks unknown_field', levels({ maxChecks: null })],
    ['$.criteria[0].levels required', levels({ levels: undefined })],
    ['$.criteria[0].maxChecks required', checks({ maxChecks: undefined })],
    ['$.criteria[0].levels too_short', levels({ levels: many(aLevelsCriterion.levels[0]!, 1) })],
    ['$.criteria[0].levels too_long', levels({ levels: many(aLevelsCriterion.levels[0]!, 21) })],
    ['$.criteria[0].levels[0].id invalid_format', level({ id: 'Poor' })],
    ['$.criteria[0].levels[1].id duplicate', level({ id: 'good' })],
    ['$.criteria[0].levels[0].title.sv invalid_value', level({ title: { sv: 'x' } })],
    ['$.criteria[0].levels[0].description too_short', level({ description: {} })],
    ['$.criteria[0].levels[0].graderNote too_short', level({ graderNote: {} })],
    ['$.criteria[0].levels[0].points too_large', level({ points: 1_000_000.01 })],
    ['$.criteria[0].levels[0].points too_small', level({ points: -1_000_000.01 })],
    ['$.criteria[0].levels[0].points invalid_value', level({ points: 0.333 })],
    ['$.criteria[0].checks too_long', checks({ checks: many(aChecksCriterion.checks[0]!, 101) })],
    ['$.criteria[0].checks[0].id invalid_format', check({ id: ' late' })],
    ['$.criteria[0].checks[0].title too_short', check({ title: {} })],
    ['$.criteria[0].checks[0].graderNote too_short', check({ graderNote: {} })],
    ['$.criteria[0].checks[0].points invalid_value', check({ points: 1e-7 })],
    ['$.criteria[0].checks[0].maxTimes too_small', check({ maxTimes: 0 })],
    ['$.criteria[0].checks[0].maxTimes too_large', check({ maxTimes: 100 })],
    ['$.criteria[0].checks[0].maxTimes invalid_type', check({ maxTimes: 1.5 })],
    ['$.criteria[0].minChecks too_small', checks({ minChecks: -1 })],
    ['$.criteria[0].minChecks too_large', checks({ minChecks: 4, maxChecks: null })],
    ['$.criteria[0].maxChecks too_small', checks({ minChecks: 0, maxChecks: 0 })],
    ['$.criteria[0].maxChecks too_small', checks({ minChecks: 2, maxChecks: 1 })],
    ['$.criteria[0].maxChecks too_large', checks({ maxChecks: 101 })],
    ['$.criteria[0].max too_small', points({ max: -1.2 })],
    ['$.criteria[0].max too_large', points({ max: 1_000_001, min: 1, step: 1 })],
    ['$.criteria[0].min too_small', points({ min: -1_000_001, max: 1, step: 1 })],
    ['$.criteria[0].min invalid_value', points({ min: -1.101 })],
    ['$.criteria[0].step too_small', points({ step: 0 })],
    ['$.criteria[0].step too_small', points({ step: -0.3 })],
    ['$.criteria[0].step invalid_value', points({ step: 0.4 })],
    ['$.criteria[0].step invalid_value', points({ step: 0.001 })],
    ['$.criteria[0].step invalid_value', points({ min: 0, max: 0.3, step: 0.2 })],
  ])('finds %s', (issue, change) => {
    expect(issuesOf(change)).toEqual([issue])
  })

  it('decides by decimals whether a number is a multiple', () => {
    for (const [min, max, step] of [
      [0, 0.3, 0.1],
      [0.1, 0.7, 0.2],
      [-0.7, 1.1, 0.6],
    ]) {
      expect(issuesOf(points({ min, max, step }))).toEqual([])
    }
  })

  it('requires every member of a kind', () => {
    expect(issuesOf({ criteria: [withoutRange] })).toEqual([
      '$.criteria[0].min required',
      '$.criteria[0].step required',
    ])
  })

  it('reports all issues at once, with their paths in the request', () => {
    const reading = readRubric(
      { ...aRubric(), maxPoints: 0.001, ...checks({ id: 'X', minChecks: 9, title: { sv: '' } }) },
      { languages, at: ['document'] },
    )
    expect(reading.ok ? [] : reading.issues.map(({ path, code }) => `${path} ${code}`)).toEqual([
      '$.document.maxPoints invalid_value',
      '$.document.startingPoints too_large',
      '$.document.criteria[0].id invalid_format',
      '$.document.criteria[0].title.sv invalid_value',
      '$.document.criteria[0].title.sv too_short',
      '$.document.criteria[0].minChecks too_large',
      '$.document.criteria[0].maxChecks too_small',
    ])
  })

  it('takes 500,000 bytes, and not one more', () => {
    const note = { en: '\u00e4'.repeat(1_990) }
    const criteria = many(aLevelsCriterion, 50).map((each) => ({
      ...each,
      description: note,
      graderNote: note,
      levels: aLevelsCriterion.levels.map((one) => ({ ...one, description: { en: 'x' } })),
    }))
    const filled = (bytes: number): Partial<GivenRubric> => {
      const missing = bytes - Buffer.byteLength(JSON.stringify({ ...aRubric(), criteria }))
      let left = missing
      return {
        criteria: criteria.map((each) => ({
          ...each,
          levels: each.levels.map((one) => {
            const more = Math.min(1_999, left)
            left -= more
            return { ...one, description: { en: 'x'.repeat(1 + more) } }
          }),
        })),
      }
    }
    expect(Buffer.byteLength(JSON.stringify({ ...aRubric(), ...filled(500_000) }))).toBe(500_000)
    expect(issuesOf(filled(500_000))).toEqual([])
    expect(issuesOf(filled(500_001))).toEqual(['$ too_large'])
  })
})

const languages = ['fi', 'en']
const issuesOf = (change: Partial<GivenRubric>): string[] => {
  const reading = readRubric({ ...aRubric(), ...change }, { languages })
  return reading.ok ? [] : reading.issues.map(({ path, code }) => `${path} ${code}`)
}
const ofCriterion = (criterion: GivenCriterion, change: object): Partial<GivenRubric> => ({
  criteria: [{ ...criterion, ...change }],
})
const levels = (change: object) => ofCriterion(aLevelsCriterion, change)
const checks = (change: object) => ofCriterion(aChecksCriterion, change)
const points = (change: object) => ofCriterion(aPointsCriterion, change)
const level = (change: object) =>
  levels({ levels: [{ ...aLevelsCriterion.levels[0], ...change }, aLevelsCriterion.levels[1]] })
const check = (change: object) => checks({ checks: [{ ...aChecksCriterion.checks[0], ...change }] })
const many = <Item extends { readonly id: string }>(item: Item, count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ ...item, id: `i${index}` }))
const { min: _min, step: _step, ...withoutRange } = aPointsCriterion
