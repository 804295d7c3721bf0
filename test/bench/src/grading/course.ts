import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { Scores } from '@course-grading/domain/rubrics/score'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { demoCourses } from '@course-grading/test-kit'

/** The largest number of graders who send requests at the same time. */
export const gradersAtOnce = 64
export const waiting = 100_000

export const courseId = 500_001

export const exercises = {
  claimed: 600_001,
  saved: 600_002,
  completed: 600_003,
  /** Each of these exercises is released once. */
  released: [600_011, 600_012, 600_013],
} as const

export const firstStudentId = 5_001
export const studentCount = 1_200
/** Each student has one of this number of tags. */
const groupCount = 100
export const groupOf = (group: number): string => `group-${group % groupCount}`
export const teacherId = 90_001
const firstGraderId = 91_001
const firstOfGroup = 92_001
/** Graders who may take everything, and those who may take one in a hundred. */
export const graderIds = Array.from({ length: gradersAtOnce }, (_, nth) => firstGraderId + nth)
export const graderIdsOfGroups = Array.from({ length: gradersAtOnce }, (_, nth) => firstOfGroup + nth)
/** Graders for the measurements of one request at a time. */
export const alone = { byLanguage: 93_001, nothingByTag: 93_002, nothingByLanguage: 93_003 }

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
  ...graderIdsOfGroups.map((userId, nth) => ({ userId, languages, gradingTags: [groupOf(nth)] })),
  { userId: alone.byLanguage, languages: ['en'] },
  { userId: alone.nothingByTag, languages, gradingTags: ['nobody'] },
  { userId: alone.nothingByLanguage, languages: ['sv'] },
]

export const courses: readonly CourseSettings[] = [
  {
    ...demoCourses.programming1,
    courseId,
    slug: 'contests',
    languages,
    tags,
    visibleTagSlugs: [],
    graders,
    manualGradingExercises: Object.values(exercises).flat(),
  },
]

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

/** The token of a user of the learning platform: the user id in hexadecimal, padded to 40 digits. */
export const tokenOf = (userId: number): string => userId.toString(16).padStart(40, '0')
export const ownerOf = (token: string): number => Number.parseInt(token, 16)

/** The id of the assessment of a submission, and of everything else that a submission has one of. */
export const idOf = (submissionId: number): string =>
  `00000000-0000-7000-8000-${String(submissionId).padStart(12, '0')}`
