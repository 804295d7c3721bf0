import { describe, expect, it } from 'vitest'
import { studentRestriction } from './student-restriction.ts'

describe('studentRestriction', () => {
  it.each([
    ['no list at all', {}, null],
    ['no list for feedback', { gradingTags: ['a'] }, null],
    ['no list for grading', { feedbackTags: ['a'] }, null],
    ['both lists', { feedbackTags: ['a', 'b'], gradingTags: ['b', 'c'] }, ['a', 'b', 'c']],
    ['one list empty', { feedbackTags: [], gradingTags: ['c'] }, ['c']],
    ['both lists empty', { feedbackTags: [], gradingTags: [] }, []],
  ])('with %s', (_what, grader, expected) => {
    expect(studentRestriction(grader)).toEqual(expected)
  })
})
