import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Scores } from '@course-grading/domain/rubrics/score'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { demoCourses } from '@course-grading/test-kit'
import { courseId, firstAssistantId } from '../learning-platform.ts'

/** The largest number of graders who send requests at the same time. */
export const gradersAtOnce = 64
export const waiting = 100_000

export const exercises = {
  claimed: 600_001,
  saved: 600_002,
} as const

export const firstStudentId = 5_001
export const studentCount = 1_200
/** Each student has one of this number of tags. */
const groupCount = 100
export const groupOf = (group: number): string => `group-${group % groupCount}`
/** Graders who may take everything. */
export const graderIds = Array.from({ length: gradersAtOnce }, (_, nth) => firstAssistantId + nth)
/** Graders who may take one in a hundred, or nothing. */
export const restricted = {
  byTag: 92_001,
  byLanguage: 93_001,
  nothingByTag: 93_002,
  nothingByLanguage: 93_003,
  nothingByBoth: 93_004,
}

const languages = ['fi', 'en', 'sv']
const tags = [...Array.from({ length: groupCount }, (_, group) => groupOf(group)), 'nobody'].map((slug) => ({
  slug,
  name: slug,
  description: '',
  color: '#1B7F4B',
  fontWhite: true,
}))
const graders = [
  ...graderIds.map((userId) => ({ userId, languages })),
  { userId: restricted.byTag, languages, gradingTags: [groupOf(3)] },
  { userId: restricted.byLanguage, languages: ['en'] },
  { userId: restricted.nothingByTag, languages, gradingTags: ['nobody'] },
  { userId: restricted.nothingByLanguage, languages: ['sv'] },
  { userId: restricted.nothingByBoth, languages: ['sv'], gradingTags: tags.map(({ slug }) => slug) },
]

export const course: CourseSettings = {
  ...demoCourses.programming1,
  courseId,
  slug: 'contests',
  languages,
  tags,
  visibleTagSlugs: [],
  graders,
  manualGradingExercises: Object.values(exercises),
}

const levels = [0, 1, 3, 4].map((points, at) => ({
  id: `level-${at}`,
  title: { fi: `Taso ${at}`, en: `Level ${at}` },
  points,
  commentRequired: false,
}))
const criteriaIds = ['structure', 'names', 'tests', 'report', 'style']

/** A rubric of five criteria, two of them with levels. */
export const rubric: RubricDocument = {
  title: { fi: 'Projekti', en: 'Project' },
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'none',
  criteria: criteriaIds.map((id, at) => ({
    id,
    title: { fi: `Peruste ${id}`, en: `Criterion ${id}` },
    required: true,
    commentRequired: false,
    visibleToStudent: true,
    ...(at < 2 ? { kind: 'levels', levels } : { kind: 'points', min: 0, max: 4, step: 0.25 }),
  })),
}

/** What a grader writes about one criterion. */
const comment = 'The second part repeats what the first one does, and its names say little. '.repeat(4)
/** Scores of every criterion: 14.75 points. */
export const scores: Scores = {
  structure: { levelId: 'level-2', comment },
  names: { levelId: 'level-3', comment },
  tests: { points: 2.5, comment },
  report: { points: 3, comment },
  style: { points: 2.25, comment },
}
export const scoredPoints = 14.75

/** The id of the assessment of a submission, and of everything else that a submission has one of. */
export const idOf = (submissionId: number): string =>
  `00000000-0000-7000-8000-${String(submissionId).padStart(12, '0')}`
