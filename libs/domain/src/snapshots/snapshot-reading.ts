import type { CourseTag } from '../settings/course-settings.ts'

/** One reading of a course from the learning platform, complete, with one person's token. Texts are as given there. */
export interface SnapshotReading {
  /** Whose token it was. An assistant is shown less, and data that is missing only for that reason must be kept. */
  readonly seenBy: 'teacher' | 'assistant'
  /** Whether students are shown the course. */
  readonly visible: boolean
  /** When the course ends, RFC 3339. */
  readonly endsAt: string
  /** In the course's order. */
  readonly modules: readonly SnapshotModule[]
  /** Null if they were not shown, since only teachers see the definitions of tags. */
  readonly tags: readonly CourseTag[] | null
  readonly students: readonly RosterStudent[]
  /** False if people came or went while the roster was read, so somebody may be missing who is still a student. */
  readonly rosterIsSteady: boolean
  /** One entry for each exercise whose submissions were read; the stored submissions of other exercises are kept. */
  readonly submissions: readonly ExerciseSubmissions[]
}

export interface SnapshotModule {
  readonly moduleId: number
  /** May hold language markup, as an exercise's name may. */
  readonly name: string
  readonly open: boolean
  /** Shown only to teachers. */
  readonly hidden: boolean
  readonly exercises: readonly { readonly exerciseId: number; readonly name: string; readonly maxPoints: number }[]
}

/** An active student of the course. Tags by their slugs. */
export interface RosterStudent {
  readonly userId: number
  readonly username: string
  readonly fullName: string
  readonly email: string
  readonly studentId: string | null
  readonly tagSlugs: readonly string[]
}

/** All submissions to one exercise, as far as the token was shown them. */
interface ExerciseSubmissions {
  readonly exerciseId: number
  /** Null if the learning platform could not list them; the stored ones are then kept. */
  readonly heads: readonly SubmissionHead[] | null
}

export interface SubmissionHead {
  readonly submissionId: number
  /** RFC 3339. */
  readonly submittedAt: string
  /** As the learning platform reports it. */
  readonly status: string
  readonly grade: number
  /** To the microsecond; null for never, undefined if the platform does not report it. */
  readonly gradingTime?: string | null | undefined
  readonly submitterIds: readonly number[]
}
