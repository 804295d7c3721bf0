import { describe, expect, it } from 'vitest'
import { submissionStates } from '../submissions/submission-state.ts'
import { isOwnUnreleased, mayClaim } from './may-claim.ts'

const restriction = { languages: ['fi'], courseLanguages: ['fi', 'en'], tags: ['a'] }
const grader = { userId: 101, restriction }
const teacher = { userId: 101, restriction: null }
const submitter = { userId: 501, tagSlugs: ['a', 'b'] }
const own = [submitter, { userId: 101, tagSlugs: ['a'] }]
const waiting = { state: 'waiting', assessmentId: null, language: 'fi', submitters: [submitter] } as const

describe('mayClaim', () => {
  it.each([
    ['that waits', {}, true],
    ['of an unknown language', { language: null }, true],
    ['that was begun before it was superseded', { state: 'superseded', assessmentId: 'a' }, true],
    ['that was superseded before anybody began it', { state: 'superseded' }, false],
    ['of a language of others', { language: 'en' }, false],
    ['of nobody with a tag for grading', { submitters: [{ userId: 501, tagSlugs: ['b'] }] }, false],
    ['of nobody', { submitters: [] }, false],
    ['that the grader handed in with others', { submitters: own }, false],
  ] as const)('lets a grader claim one %s: %o', (_what, change, expected) => {
    expect(mayClaim(grader, { ...waiting, ...change })).toBe(expected)
  })

  it('lets nobody claim what is neither waiting nor superseded', () => {
    const claimable = submissionStates.filter((state) => mayClaim(teacher, { ...waiting, state, assessmentId: 'a' }))
    expect(claimable.toSorted()).toEqual(['superseded', 'waiting'])
  })

  it.each([
    ['of any language and without tags', { language: 'en', submitters: [{ userId: 501, tagSlugs: [] }] }, true],
    ['that the teacher handed in', { submitters: own }, false],
  ] as const)('lets a teacher claim one %s: %o', (_what, change, expected) => {
    expect(mayClaim(teacher, { ...waiting, ...change })).toBe(expected)
  })
})

describe('isOwnUnreleased', () => {
  it.each([
    ["a grader's own completed work", grader, 'completed', own, true],
    ["a grader's own released work", grader, 'released', own, false],
    ['completed work of others', grader, 'completed', [submitter], false],
    ["a teacher's own completed work", teacher, 'completed', own, false],
  ] as const)('of %s', (_what, claimer, state, submitters, expected) => {
    expect(isOwnUnreleased(claimer, { state, submitters })).toBe(expected)
  })
})
