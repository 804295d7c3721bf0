import { describe, expect, it } from 'vitest'
import { gradingRestriction, mayGradeSubmission } from './may-grade-submission.ts'

const submission = { language: 'fi', courseLanguages: ['fi', 'en'], submitterTags: ['a', 'b'] }

describe('mayGradeSubmission', () => {
  it.each([
    ['of one of the languages', { language: 'fi' }, {}, true],
    ["of another of the course's languages", { language: 'en' }, {}, false],
    ['of a language that the course lacks', { language: 'sv' }, {}, true],
    ['of an unknown language', { language: null }, {}, true],
    ['of a person with a tag for grading', {}, { gradingTags: ['b', 'c'] }, true],
    ['of nobody with a tag for grading', {}, { gradingTags: ['c'] }, false],
    ['of nobody with any tag, by a grader with tags', { submitterTags: [] }, { gradingTags: ['a'] }, false],
    ['of anybody, by a grader with an empty list of tags', {}, { gradingTags: [] }, false],
    ['of a person with a tag for feedback alone', {}, { gradingTags: ['c'], feedbackTags: ['a'] }, false],
    ['of another language, of a person with a tag', { language: 'en' }, { gradingTags: ['a'] }, false],
  ])('one %s', (_what, change, tags, expected) => {
    expect(mayGradeSubmission({ languages: ['fi'], ...tags }, { ...submission, ...change })).toBe(expected)
  })
})

describe('gradingRestriction', () => {
  it('has no tags where the grader has none for grading', () => {
    expect(gradingRestriction({ languages: ['fi'] }, ['fi'])).toEqual({
      languages: ['fi'],
      courseLanguages: ['fi'],
      tags: null,
    })
  })
})
