import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { chooseByKey, choiceText } from './choose-by-key.ts'
import type { Criterion } from './criterion-fields.tsx'
import { scoreOf } from './fields.ts'
import { fromNames } from './read-fields.ts'

const shared = { title: { en: 'Title' }, required: true, commentRequired: false, visibleToStudent: true }
const level = (id: string) => ({ id, title: { en: id }, points: 1, commentRequired: false })
const check = (id: string, maxTimes: number) => ({ ...level(id), maxTimes, visibility: 'always' as const })
const levels: Criterion = { ...shared, id: 'a', kind: 'levels', levels: [level('poor'), level('good')] }
const checks: Criterion = {
  ...shared,
  id: 'b',
  kind: 'checks',
  minChecks: 0,
  maxChecks: null,
  checks: [check('once', 1), check('twice', 2)],
}
const points: Criterion = { ...shared, id: 'c', kind: 'points', min: 0, max: 5, step: 1 }

describe('a digit', () => {
  it.each([
    ['chooses a level', levels, 1, {}, { 'scores/a/levelId': 'good' }],
    ['takes the chosen level back', levels, 1, { 'scores/a/levelId': 'good' }, {}],
    [
      'chooses a check, so that not none applies',
      checks,
      0,
      { 'scores/b/none': 'yes' },
      { 'scores/b/checks/once': '1' },
    ],
    ['takes a check back', checks, 0, { 'scores/b/checks/once': '1' }, {}],
    ['counts a check once more', checks, 1, { 'scores/b/checks/twice': '1' }, { 'scores/b/checks/twice': '2' }],
    [
      'begins to count where a number could not be read',
      checks,
      1,
      { 'scores/b/checks/twice': 'NaN' },
      { 'scores/b/checks/twice': '1' },
    ],
    ['after the most begins again', checks, 1, { 'scores/b/checks/twice': '2' }, {}],
    ['beyond the last changes nothing', levels, 2, {}, null],
    ['is a digit in points', points, 1, {}, null],
  ])('%s', (_what, criterion, index, before, after) => {
    const score = chooseByKey(criterion, index, scoreOf(fromNames(before), criterion.id))
    expect(score).toEqual(after && scoreOf(fromNames(after), criterion.id))
  })

  it('beyond the last says so', () => {
    expect(choiceText(levels, 9, null, { texts: en, locale: 'en' })).toBe('Title: there is no 0 to choose')
  })
})
