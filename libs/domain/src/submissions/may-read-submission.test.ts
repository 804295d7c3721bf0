import { describe, expect, it } from 'vitest'
import { mayReadSubmission, submissionRestriction } from './may-read-submission.ts'

const courseLanguages = ['fi', 'en']
const submission = { language: 'fi', courseLanguages, submitterTags: ['a', 'b'] }

describe('mayReadSubmission', () => {
  it.each([
    ['of one of the languages', 'fi', ['fi'], true],
    ["of another of the course's languages", 'en', ['fi'], false],
    ['of a language that the course lacks', 'sv', ['fi'], true],
    ['whose language is unknown', null, ['fi'], true],
    ['of any language, for a grader without languages', 'fi', [], false],
  ])('a submission %s', (_what, language, languages, expected) => {
    expect(mayReadSubmission({ languages }, { ...submission, language })).toBe(expected)
  })

  it.each([
    ['no list at all', {}, true],
    ['only tags for grading', { gradingTags: ['c'] }, true],
    ['only tags for feedback', { feedbackTags: ['c'] }, true],
    ['a tag for grading that a submitter has', { gradingTags: ['b'], feedbackTags: ['c'] }, true],
    ['a tag for feedback that a submitter has', { gradingTags: [], feedbackTags: ['a'] }, true],
    ['tags that no submitter has', { gradingTags: ['c'], feedbackTags: ['d'] }, false],
    ['two empty lists', { gradingTags: [], feedbackTags: [] }, false],
  ])('with %s', (_what, tags, expected) => {
    expect(mayReadSubmission({ languages: ['fi'], ...tags }, submission)).toBe(expected)
  })

  it('needs both language and tag', () => {
    const grader = { languages: ['fi'], gradingTags: ['a'], feedbackTags: ['a'] }
    expect(mayReadSubmission(grader, { ...submission, language: 'en' })).toBe(false)
    expect(mayReadSubmission(grader, { ...submission, submitterTags: [] })).toBe(false)
    expect(mayReadSubmission(grader, submission)).toBe(true)
  })
})

describe('submissionRestriction', () => {
  it("has the grader's languages, those of the course, and the tags for grading and feedback", () => {
    const grader = { languages: ['fi'], gradingTags: ['a'], feedbackTags: ['a', 'b'] }
    expect(submissionRestriction(grader, courseLanguages)).toEqual({
      languages: ['fi'],
      courseLanguages,
      tags: ['a', 'b'],
    })
    expect(submissionRestriction({ languages: [], gradingTags: ['a'] }, [])).toEqual({
      languages: [],
      courseLanguages: [],
      tags: null,
    })
  })
})
