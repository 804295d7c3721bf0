import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { demoCourses } from '@course-grading/test-kit'
import { courseId, firstAssistantId } from '../learning-platform.ts'

export const waiting = 100_000
export const exerciseId = 600_001
export const firstStudentId = 5_001
export const studentCount = 1_200
/** Each student has one of this number of tags. */
const groupCount = 100
export const groupOf = (group: number): string => `group-${group % groupCount}`

const languages = ['fi', 'en', 'sv']
const tags = [...Array.from({ length: groupCount }, (_, group) => groupOf(group)), 'nobody'].map((slug) => ({
  slug,
  name: slug,
  description: '',
  color: '#1B7F4B',
  fontWhite: true,
}))
const everyTag = tags.map(({ slug }) => slug)

/** Graders by what they may take: nobody has the tag `nobody`, and nothing is written in sv. */
export const graders = [
  { who: 'everything', restriction: { languages }, mayTake: true },
  { who: 'one in a hundred, by tag', restriction: { languages, gradingTags: [groupOf(3)] }, mayTake: true },
  { who: 'one in a hundred, by language', restriction: { languages: ['en'] }, mayTake: true },
  { who: 'nothing, by tag', restriction: { languages, gradingTags: ['nobody'] }, mayTake: false },
  { who: 'nothing, by language', restriction: { languages: ['sv'] }, mayTake: false },
  { who: 'nothing, by both', restriction: { languages: ['sv'], gradingTags: everyTag }, mayTake: false },
].map((grader, nth) => ({ ...grader, userId: firstAssistantId + nth }))

export const course: CourseSettings = {
  ...demoCourses.programming1,
  courseId,
  slug: 'contests',
  languages,
  tags,
  visibleTagSlugs: [],
  graders: graders.map(({ userId, restriction }) => ({ userId, ...restriction })),
  manualGradingExercises: [exerciseId],
}

export const rubric: RubricDocument = {
  title: { fi: 'Projekti', en: 'Project' },
  maxPoints: 20,
  startingPoints: 0,
  rounding: 'none',
  criteria: ['structure', 'names', 'tests', 'report', 'style'].map((id) => ({
    id,
    title: { fi: `Peruste ${id}`, en: `Criterion ${id}` },
    required: true,
    commentRequired: false,
    visibleToStudent: true,
    kind: 'points',
    min: 0,
    max: 4,
    step: 0.25,
  })),
}
