import { describe, expect, it } from 'vitest'
import type { CourseMember } from './course-member.ts'
import { mayWriteAbout } from './feedback-access.ts'

describe('mayWriteAbout', () => {
  it.each([
    ['a teacher, whatever the language', { isTeacher: true, grader: null }, 'en', [], true],
    ['nobody who is no grader', { grader: null }, 'fi', [], false],
    ['a grader of the language', {}, 'fi', [], true],
    ['no grader of other languages', {}, 'en', [], false],
    ['a grader in a language that the course has given up', {}, 'sv', [], true],
    [
      'a grader with one of the feedback tags',
      { grader: { languages: ['fi'], feedbackTags: ['a'] } },
      'fi',
      ['b', 'a'],
      true,
    ],
    ['no grader without one', { grader: { languages: ['fi'], feedbackTags: ['a'] } }, 'fi', ['b'], false],
    ['no grader who gives feedback to nobody', { grader: { languages: ['fi'], feedbackTags: [] } }, 'fi', ['b'], false],
    ['a grader whatever the grading tags are', { grader: { languages: ['fi'], gradingTags: [] } }, 'fi', ['b'], true],
  ])('lets %s write', (_, change, language, tagSlugs, may) => {
    expect(mayWriteAbout(member(change), { language, tagSlugs })).toBe(may)
  })
})

const member = (change: object): CourseMember =>
  ({
    isTeacher: false,
    access: { languages: ['en', 'fi'] },
    grader: { userId: 1, languages: ['fi'] },
    ...change,
  }) as unknown as CourseMember
