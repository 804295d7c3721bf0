import { describe, expect, it } from 'vitest'
import { countedUpstream, type UpstreamFacts } from './counted-upstream.ts'

const given = { points: 81, maxPoints: 100 }
const at = '2026-11-20T14:05:47.799Z'
const seen = { at, status: 'ready', grade: 81 }
const waits: UpstreamFacts = {
  isGone: false,
  isOnItsWay: true,
  isGradedThere: false,
  hasArrived: false,
  standing: 'unknown',
  ownGrade: null,
  seen: null,
  latePenalty: null,
  maxPoints: 100,
}
const stands: UpstreamFacts = { ...waits, isOnItsWay: false, hasArrived: true, standing: 'ours', ownGrade: 81, seen }
const late = { ...stands, latePenalty: 0.5, ownGrade: 40, seen: { ...seen, grade: 40 } }
const counts = (points: number, maxPoints = 100) => ({ points, maxPoints })
const uncounted = { at, counts: null, because: 'not_counted' }
const ofTeacher = { at, counts: counts(15), because: 'graded_there', latePenalty: null }
const byTeacher = { ...late, standing: 'changed', seen: { ...seen, grade: 15 } } as const

describe('what the learning platform counts of a released result', () => {
  it.each<[string, Partial<UpstreamFacts>, object | null]>([
    [
      'refused for a grade there',
      { ...waits, isGradedThere: true, seen: { ...seen, status: null, grade: 15 } },
      ofTeacher,
    ],
    ['refused after it arrived late', { ...late, isGradedThere: true, seen: { ...seen, grade: 15 } }, ofTeacher],
    ['changed, and counted', byTeacher, ofTeacher],
    [
      'refused for a grade there, and gone',
      { ...byTeacher, isGradedThere: true, isGone: true },
      { ...ofTeacher, counts: null },
    ],
    ['changed, and not counted', { ...byTeacher, seen: { ...seen, status: 'unofficial' } }, uncounted],
    ['changed, and gone', { ...byTeacher, isGone: true }, uncounted],
    ['on its way', waits, { at: null, counts: null, because: 'not_arrived', onItsWay: true }],
    ['held', { ...waits, isOnItsWay: false }, { because: 'not_arrived', onItsWay: false }],
    [
      'refused, with a grade of before',
      { ...waits, isOnItsWay: false, seen },
      { at: null, counts: null, because: 'not_arrived' },
    ],
    ['late, and on its way', { ...waits, latePenalty: 0.5 }, { because: 'not_arrived', latePenalty: null }],
    ['on its way, and gone', { ...waits, isGone: true }, { because: 'not_arrived' }],
    ['gone before anybody looked', { ...stands, isGone: true, seen: null }, { ...uncounted, at: null }],
    ['late, and waiting again', { ...late, seen: { ...seen, status: 'waiting' } }, uncounted],
    ['late', late, { at, counts: counts(40), because: 'late', latePenalty: 0.5 }],
    ['late where it scales', { ...late, maxPoints: 50 }, { counts: counts(40, 50), because: 'late' }],
    ['that stood, with another grade in a newer list', { ...late, seen: { ...seen, grade: 15 } }, ofTeacher],
    [
      'with other points',
      { ...stands, ownGrade: 80, seen: { ...seen, grade: 80 } },
      { counts: counts(80), because: 'scaled' },
    ],
    ['with another maximum', { ...stands, maxPoints: 200 }, { counts: counts(81, 200), because: 'scaled' }],
    ['without a penalty', { ...stands, latePenalty: 0 }, { at, counts: counts(81), because: 'ours' }],
    ['that a list alone showed', { ...stands, standing: 'unknown' }, { counts: counts(81), because: 'ours' }],
    ['at which nobody looked', { ...stands, seen: null }, null],
  ])('of one %s', (_what, facts, expected) => {
    const shown = countedUpstream({ ...waits, ...facts }, given, 'staff')
    expect(shown).toEqual(expected === null ? null : expect.objectContaining(expected))
    // Students are told the same without the grade that a person gave there.
    const toStudent = shown?.because === 'graded_there' ? { ...shown, counts: null } : shown
    expect(countedUpstream({ ...waits, ...facts }, given, 'student')).toEqual(toStudent)
  })

  it('is unknown where no result is released', () => {
    expect(countedUpstream(null, given, 'staff')).toBeNull()
    expect(countedUpstream(stands, { points: null, maxPoints: 100 }, 'staff')).toBeNull()
  })
})
