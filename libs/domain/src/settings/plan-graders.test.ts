import { describe, expect, it } from 'vitest'
import { composeCourseSettings, type CourseSettings, type Grader } from './course-settings.ts'
import type { GraderRow } from './grader-rows.ts'
import { foundGraderIssues, graderRowIssues, graderRowStaffIssues, planGraders } from './plan-graders.ts'

describe('graderRowIssues', () => {
  it('reports every cell with a language or a tag that the course lacks, without the text of the cell', () => {
    const issues = graderRowIssues(current, rows)
    expect(issues).toEqual([
      { path: '$.rows[1].languages', code: 'invalid_value', message: 'Value 2 is not a language of the course.' },
      { path: '$.rows[1].feedbackTags', code: 'invalid_value', message: 'Value 1 is not a tag of the course.' },
      { path: '$.rows[1].gradingTags', code: 'invalid_value', message: 'Value 1 is not a tag of the course.' },
      { path: '$.rows[1].gradingTags', code: 'invalid_value', message: 'Value 3 is not a tag of the course.' },
    ])
  })
})

describe('foundGraderIssues', () => {
  it('reports an address of nobody, an address of several people, and a person in two rows', () => {
    expect(foundGraderIssues([1, 'nobody', 2, 'several', 1, 1])).toEqual([
      { path: '$.rows[1].email', code: 'not_staff', message: 'The learning platform knows nobody with this address.' },
      {
        path: '$.rows[3].email',
        code: 'invalid_value',
        message: 'Several people have this address; give the user id.',
      },
      ...[4, 5].map((row) => ({
        path: `$.rows[${row}].email`,
        code: 'duplicate',
        message: 'Duplicate person.',
      })),
    ])
  })
})

describe('graderRowStaffIssues', () => {
  it('names those of the rows who were found but are not staff, and says what to do', () => {
    const lookUps = [
      { userId: 1, fullName: 'Terry Teacher', isStaff: true },
      { userId: 2, fullName: 'Eero Demonen', isStaff: false },
    ]
    expect(graderRowStaffIssues([1, 'nobody', 2], lookUps)).toEqual([
      {
        path: '$.rows[2].email',
        code: 'not_staff',
        message:
          'Eero Demonen is not staff of this course. Add them to its staff in A+, or take them out of the graders.',
      },
    ])
  })
})

describe('planGraders', () => {
  it('makes the next revision, in which only the graders change', () => {
    const graders: Grader[] = [{ userId: 3, languages: ['en'], gradingTags: [] }]
    expect(planGraders(current, graders)).toStrictEqual({ ...current, revision: 8, graders })
  })
})

const current: CourseSettings = composeCourseSettings(
  {
    revision: 7,
    courseId: 11,
    tags: [{ slug: 'a', name: 'A', description: '', color: '#CD0000', fontWhite: true }],
    ltiLoginUrl: null,
  },
  {
    schemaVersion: 1,
    slug: 'course',
    name: 'Course',
    languages: ['fi', 'en'],
    highlightLanguages: [],
    templates: { automaticExtensions: true, extensions: [], excludedPathSegments: [] },
    listed: true,
    visibleTagSlugs: ['a'],
    manualGradingExercises: [5],
    graders: [{ userId: 1, languages: ['fi'] }],
  },
)
const rows: readonly GraderRow[] = [
  { name: { userId: 1 }, languages: ['fi'], feedbackTags: ['a'] },
  {
    name: { email: 'secret@example.org' },
    languages: ['en', 'sv'],
    feedbackTags: ['c'],
    gradingTags: ['secret', 'a', 'b'],
  },
]
