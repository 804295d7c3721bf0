/**
 * The variables that name a running A+ to test the facts against. Without them the simulator is tested. See the
 * package's README.
 */
export interface ConformanceConfig {
  /** Null when the simulator is tested. */
  url: string | null
  tokens: Readonly<Record<Person, string | null>>
  courseId: number | null
  otherCourseId: number | null
  exerciseId: number | null
  submissionId: number | null
  submissionUrl: string | null
  allowWrites: boolean
}

export type Person = 'teacher' | 'assistant' | 'student' | 'outsider'

export const environmentNames = {
  teacher: 'UPSTREAM_TEACHER_TOKEN',
  assistant: 'UPSTREAM_ASSISTANT_TOKEN',
  student: 'UPSTREAM_STUDENT_TOKEN',
  outsider: 'UPSTREAM_OUTSIDER_TOKEN',
  course: 'UPSTREAM_COURSE_ID',
  otherCourse: 'UPSTREAM_OTHER_COURSE_ID',
  exercise: 'UPSTREAM_EXERCISE_ID',
  submission: 'UPSTREAM_SUBMISSION_ID',
  submissionUrl: 'UPSTREAM_SUBMISSION_URL',
  writes: 'UPSTREAM_ALLOW_WRITES=1',
  simulator: 'the simulator (a fact that needs its own state)',
} as const

export function readConformanceConfig(): ConformanceConfig {
  const { env } = process
  const text = (name: string): string | null => env[name] ?? null
  const id = (name: string): number | null => (env[name] === undefined ? null : Number(env[name]))
  return {
    url: text('UPSTREAM_UNDER_TEST')?.replace(/\/$/, '') ?? null,
    tokens: {
      teacher: text(environmentNames.teacher),
      assistant: text(environmentNames.assistant),
      student: text(environmentNames.student),
      outsider: text(environmentNames.outsider),
    },
    courseId: id(environmentNames.course),
    otherCourseId: id(environmentNames.otherCourse),
    exerciseId: id(environmentNames.exercise),
    submissionId: id(environmentNames.submission),
    submissionUrl: text(environmentNames.submissionUrl),
    allowWrites: env['UPSTREAM_ALLOW_WRITES'] === '1',
  }
}
