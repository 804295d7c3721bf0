export type CourseRole = 'student' | 'assistant' | 'teacher'
export type EnrolmentStatus = 'active' | 'removed' | 'banned' | 'pending'

/** A course instance, which the API calls a course. Times are epoch milliseconds. */
export interface Course {
  id: number
  code: string
  name: string
  instanceName: string
  /** The path of the HTML pages, without slashes at its ends: `programming/1`. */
  htmlPath: string
  /** The languages as A+ stores them: empty, one code, or `|en|fi|`. */
  language: string
  startsAtMs: number
  endsAtMs: number
  visibleToStudents: boolean
  /** Who may see the course besides its staff, if it is not hidden. */
  viewableBy: 'enrolled' | 'logged_in'
  groupWorkAllowed: boolean
}

/** A user has exactly one role in a course. */
export interface Enrolment {
  userId: number
  role: CourseRole
  status: EnrolmentStatus
}

export interface CourseModule {
  id: number
  courseId: number
  /** The name with raw language markup. */
  name: string
  opensAtMs: number
  closesAtMs: number
  isHidden: boolean
  pointsToPass: number
  /** The share of the points, 0..1, that a submission after `closesAtMs` loses. */
  latePenalty: number
}

export interface Exercise {
  id: number
  courseId: number
  moduleId: number
  /** The chapter that contains it, if any. */
  parentId: number | null
  /** The position among its siblings, from 1. */
  order: number
  kind: 'exercise' | 'chapter'
  /** The name with raw language markup, without the number. */
  name: string
  category: string
  maxPoints: number
  maxSubmissions: number
  pointsToPass: number
  difficulty: string
  hasSubmittableFiles: boolean
  status: 'ready' | 'unlisted' | 'enrollment' | 'enrollment_ext' | 'hidden' | 'maintenance'
  allowAssistantViewing: boolean
  /** If false, students see grade 0 and null feedback. */
  feedbackRevealed: boolean
  /**
   * How the grading service replies to a submission: with points at once, or it accepts the submission to be graded
   * later.
   */
  grading: { kind: 'automatic'; points: number } | { kind: 'deferred' }
  /** The paths of the template files on this server, by language. */
  templates: Readonly<Record<string, readonly string[]>>
  formSpec: readonly { key: string; type: string; title: string; required: boolean }[]
  /** The texts by language of those titles that are keys here. */
  formI18n: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The fields of an exercise that a test must choose; everything else has a default. */
export type NewExercise = Partial<Exercise> & Pick<Exercise, 'id' | 'moduleId'>
