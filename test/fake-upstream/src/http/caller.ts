import type { Exercise } from '../world/course.ts'
import type { Submission } from '../world/submission.ts'
import type { User } from '../world/user.ts'

/** Who sent the request. A grader is whoever sends a `?token=` of a submission or an exercise. */
export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'user'; user: User }
  | { kind: 'submission_grader'; submission: Submission; exercise: Exercise }
  | { kind: 'exercise_grader'; exercise: Exercise; user: User | null }
