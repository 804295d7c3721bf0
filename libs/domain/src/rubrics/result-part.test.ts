import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ResultPart, withHiddenCriteria } from './result-part.ts'
import type { Criterion, RubricDocument } from './rubric-document.ts'
import type { Score } from './score.ts'
import { scoreRubric } from './score-rubric.ts'

describe('the parts of a total', () => {
  it('add up to it exactly, for staff and for students, with any rubric and any scores', () => {
    fc.assert(
      fc.property(scored, ({ points: total, parts, visibleIds }) => {
        expect([sum(parts), sum(withHiddenCriteria(parts, visibleIds))]).toEqual([hundredths(total), hundredths(total)])
      }),
      { numRuns: 1_000 },
    )
  })

  it('come in one order, without any of 0 points but criteria', () => {
    fc.assert(
      fc.property(scored, ({ parts, visibleIds }) => {
        for (const list of [parts, withHiddenCriteria(parts, visibleIds)]) {
          const places = list.map(({ kind }) => kinds.indexOf(kind))
          expect(places).toEqual(places.toSorted((one, other) => one - other))
          expect(list.filter((part) => part.kind !== 'criterion' && part.points === 0)).toEqual([])
        }
      }),
    )
  })

  it('name the criteria that a student may see, and have one part for all others', () => {
    const criterion = (criterionId: string, each: number) => ({ kind: 'criterion' as const, criterionId, points: each })
    const limit = { kind: 'limit' as const, points: -1 }
    const parts = [criterion('a', 1), criterion('b', 2.5), criterion('c', -0.3), limit]
    expect(withHiddenCriteria(parts, ['b'])).toEqual([criterion('b', 2.5), { kind: 'hidden', points: 0.7 }, limit])
    expect(withHiddenCriteria([criterion('a', 1), criterion('b', -1)], [])).toEqual([])
  })
})

const title = { en: 'x' }
const points = fc.integer({ min: -2_000, max: 2_000 }).map((hundredths) => hundredths / 100)
const shown = fc.record({ visibleToStudent: fc.boolean() })
const usual = { title, required: false, commentRequired: false }

const levels = fc
  .array(points, { minLength: 2, maxLength: 4 })
  .map((given): [Partial<Criterion>, Score] => [
    { kind: 'levels', levels: given.map((each, at) => ({ ...usual, id: `l${at}`, points: each })) },
    { levelId: 'l1' },
  ])
const checks = fc
  .array(fc.tuple(points, fc.nat(4)), { minLength: 1, maxLength: 4 })
  .map((given): [Partial<Criterion>, Score] => [
    {
      kind: 'checks',
      checks: given.map(([each], at) => ({ ...usual, id: `c${at}`, points: each, maxTimes: 3, visibility: 'chosen' })),
      minChecks: 0,
      maxChecks: null,
    },
    { checks: Object.fromEntries(given.map(([, times], at) => [`c${at}`, times])) },
  ])
const steps = fc
  .tuple(points, fc.nat(900))
  .map(([min, taken]): [Partial<Criterion>, Score] => [
    { kind: 'points', min, max: Math.round(min * 100 + 800) / 100, step: 0.01 },
    { points: Math.round(min * 100 + taken) / 100 },
  ])

const scored = fc
  .record({
    judged: fc.array(fc.tuple(fc.oneof(levels, checks, steps), shown), { minLength: 1, maxLength: 6 }),
    maxPoints: fc.constantFrom(0.01, 2.25, 10, 100),
    startsAtMax: fc.boolean(),
    rounding: fc.constantFrom('none', 'half', 'whole'),
    adjusted: fc.option(points),
    autoPoints: fc.option(points),
  })
  .map(({ judged, maxPoints, startsAtMax, rounding, adjusted, autoPoints }) => {
    const criteria = judged.map(([[of], visible], at) => ({ ...usual, ...visible, ...of, id: `k${at}` }) as Criterion)
    const rubric: RubricDocument = { title, maxPoints, startingPoints: startsAtMax ? maxPoints : 0, rounding, criteria }
    const scores = Object.fromEntries(judged.map(([[, score]], at) => [`k${at}`, score]))
    const adjustment = adjusted === null ? null : { points: adjusted, reason: 'x' }
    const visibleIds = criteria.filter(({ visibleToStudent }) => visibleToStudent).map(({ id }) => id)
    return { visibleIds, ...scoreRubric(rubric, { scores, adjustment, autoPoints }) }
  })

const hundredths = (each: number) => Math.round(each * 100)
const sum = (parts: readonly ResultPart[]) => parts.reduce((total, part) => total + hundredths(part.points), 0)
const kinds = ['starting', 'criterion', 'hidden', 'automatic', 'adjustment', 'rounding', 'limit']
