import { describe, expect, it } from 'vitest'
import { composeCourseSettings, type CourseSettings, type CourseSettingsChange } from './course-settings.ts'
import { staffIssues } from './grader-staff.ts'
import { planCourseSettings } from './plan-course-settings.ts'

describe('composeCourseSettings', () => {
  it('builds the document in the key order of the contract, for any order in the change', () => {
    const shuffled = Object.fromEntries(Object.entries(change).toReversed()) as unknown as CourseSettingsChange
    expect(JSON.stringify(composeCourseSettings(current, shuffled))).toBe(JSON.stringify(current))
    expect(Object.keys(current)).toEqual([
      'revision',
      'schemaVersion',
      'courseId',
      'slug',
      'name',
      'languages',
      'highlightLanguages',
      'courseConfigUrl',
      'templates',
      'listed',
      'visibleTagSlugs',
      'graders',
      'manualGradingExercises',
      'tags',
      'ltiLoginUrl',
    ])
    expect(Object.keys(current.templates)).toEqual(['automaticExtensions', 'extensions', 'excludedPathSegments'])
  })

  it('sorts the exercises as numbers and keeps the order of every other list', () => {
    expect(current.manualGradingExercises).toEqual([4, 30, 200])
    expect(current.graders.map(({ userId }) => userId)).toEqual([2, 1])
    expect(current.languages).toEqual(['fi', 'en'])
  })

  it('writes null for an absent configuration URL, and keeps a given one', () => {
    expect(current.courseConfigUrl).toBeNull()
    expect(composeCourseSettings(current, { ...change, courseConfigUrl: 'https://x.example/' }).courseConfigUrl).toBe(
      'https://x.example/',
    )
  })

  it('keeps an absent restriction absent and an empty one empty', () => {
    expect(current.graders).toStrictEqual([
      { userId: 2, languages: ['en'], gradingTags: [] },
      { userId: 1, languages: ['fi'] },
    ])
  })

  it('keeps what a grader is restricted to', () => {
    const graders = [{ userId: 3, languages: ['fi'], feedbackTags: ['group-a'], gradingTags: ['group-b'] }]
    expect(composeCourseSettings(current, { ...change, graders }).graders).toStrictEqual(graders)
  })

  it('has exactly the fields of a tag that the contract has', () => {
    const stored = { ...tag, upstreamId: 5 }
    expect(composeCourseSettings({ ...current, tags: [stored] }, change).tags).toStrictEqual([tag])
  })
})

describe('planCourseSettings', () => {
  it('plans the next revision, with the fields that the service keeps', () => {
    const { next, issues } = planCourseSettings(current, { ...change, name: 'Other' }, 'immutable')
    expect(issues).toEqual([])
    expect(next).toEqual({ ...current, revision: 8, name: 'Other' })
  })

  it.each([
    [
      'another slug',
      { slug: 'other' },
      [{ path: '$.slug', code: 'immutable', message: 'The slug must stay "programming-1".' }],
    ],
    [
      'an unknown visible tag',
      { visibleTagSlugs: ['group-a', 'x'] },
      [{ path: '$.visibleTagSlugs', code: 'invalid_value', message: 'The course has no tag "x".' }],
    ],
    [
      'a tag of megabytes, by its beginning',
      { visibleTagSlugs: ['𝔘'.repeat(400_000)] },
      [{ path: '$.visibleTagSlugs', code: 'invalid_value', message: `The course has no tag "${'𝔘'.repeat(128)}".` }],
    ],
    [
      'a language that the change itself drops',
      { languages: ['fi'] },
      [{ path: '$.graders[0].languages', code: 'invalid_value', message: 'The course has no language "en".' }],
    ],
    [
      'unknown tags of graders',
      { graders: [{ userId: 2, languages: ['fi'], feedbackTags: ['x'], gradingTags: ['y'] }] },
      [
        { path: '$.graders[0].feedbackTags', code: 'invalid_value', message: 'The course has no tag "x".' },
        { path: '$.graders[0].gradingTags', code: 'invalid_value', message: 'The course has no tag "y".' },
      ],
    ],
  ])('reports %s', (_what, overrides, issues) => {
    expect(issuesOf(overrides)).toEqual(issues)
  })

  it('accepts another slug if that is allowed', () => {
    expect(planCourseSettings(current, { ...change, slug: 'other' }, 'may_change')).toEqual({
      next: { ...current, revision: 8, slug: 'other' },
      issues: [],
    })
  })

  it('lets a change add a language and use it at once', () => {
    expect(issuesOf({ languages: ['fi', 'en', 'sv'], graders: [{ userId: 2, languages: ['sv'] }] })).toEqual([])
  })
})

describe('staffIssues', () => {
  it('names each grader who is not staff, and says what to do', () => {
    const lookUps = [
      { userId: 2, fullName: 'Assi Suomenkielinen', isStaff: true },
      { userId: 1, fullName: 'Terry Teacher', isStaff: false },
      { userId: 3, fullName: null, isStaff: false },
      { userId: 4, fullName: '', isStaff: false },
    ]
    const advice = 'is not staff of this course. Add them to its staff in A+, or take them out of the graders.'
    expect(staffIssues(lookUps)).toEqual([
      { path: '$.graders[1].userId', code: 'not_staff', message: `Terry Teacher ${advice}` },
      { path: '$.graders[2].userId', code: 'not_staff', message: `User 3 ${advice}` },
      { path: '$.graders[3].userId', code: 'not_staff', message: `User 4 ${advice}` },
    ])
  })
})

const change: CourseSettingsChange = {
  schemaVersion: 1,
  slug: 'programming-1',
  name: 'Programming 1',
  languages: ['fi', 'en'],
  highlightLanguages: ['python'],
  templates: { automaticExtensions: true, extensions: ['.py'], excludedPathSegments: ['.git'] },
  listed: true,
  visibleTagSlugs: ['group-a'],
  graders: [
    { userId: 2, languages: ['en'], gradingTags: [] },
    { userId: 1, languages: ['fi'] },
  ],
  manualGradingExercises: [30, 4, 200],
}
const tag = { slug: 'group-a', name: 'A', description: 'Group A', color: '#CD0000', fontWhite: true }
const current: CourseSettings = composeCourseSettings(
  { revision: 7, courseId: 11, tags: [tag], ltiLoginUrl: 'https://plus.example.org/lti-login/5/' },
  change,
)

const issuesOf = (overrides: Partial<CourseSettingsChange>) =>
  planCourseSettings(current, { ...change, ...overrides }, 'immutable').issues
