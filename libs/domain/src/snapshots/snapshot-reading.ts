import type { CourseTag } from '../settings/course-settings.ts'

/** One reading of a course from the learning platform, complete, with one person's token. Texts are as given there. */
export interface SnapshotReading {
  /** Whose token it was. An assistant is shown less, and data that is missing only for that reason must be kept. */
  readonly seenBy: 'teacher' | 'assistant'
  readonly visible: boolean
  readonly endsAt: string
  readonly modules: readonly SnapshotModule[]
  /** Null if the tags were not shown: only teachers see their definitions. */
  readonly tags: readonly CourseTag[] | null
  readonly students: readonly RosterStudent[]
  /** False if people came or went meanwhile, so that a student may be missing. */
  readonly rosterIsSteady: boolean
  /** One entry for each exercise whose submissions were read; the stored submissions of other exercises are kept. */
  readonly submissions: readonly ExerciseSubmissions[]
  /** Exercises that are graded by hand and were deleted upstream. Their stored submissions are kept. */
  readonly goneExercises: readonly number[]
  /** One entry for each exercise that is graded by hand or was assessed here, in the list of modules or not. */
  readonly details: readonly ExerciseDetail[]
}

export interface ExerciseDetail {
  readonly exerciseId: number
  /** Whether students are shown the exercise, as it says itself; `gone` if deleted, `unknown` if it could not be read. */
  readonly state: 'shown' | 'hidden' | 'gone' | 'unknown'
}

export interface SnapshotModule {
  readonly moduleId: number
  readonly name: string
  readonly open: boolean
  readonly hidden: boolean
  readonly exercises: readonly { readonly exerciseId: number; readonly name: string; readonly maxPoints: number }[]
}

export interface RosterStudent {
  readonly userId: number
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
  readonly tagSlugs: readonly string[]
}

interface ExerciseSubmissions {
  readonly exerciseId: number
  /** Null if upstream could not list the submissions; the stored ones are then kept. */
  readonly heads: readonly SubmissionHead[] | null
}

export interface SubmissionHead {
  readonly submissionId: number
  readonly submittedAt: string
  readonly status: string
  readonly grade: number
  /** To the microsecond; null for never, undefined if the platform does not report it. */
  readonly gradingTime?: string | null | undefined
  readonly submitterIds: readonly number[]
}
