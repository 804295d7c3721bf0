import type { Submission } from '../world/submission.ts'
import type { World } from '../world/world.ts'
import { applyGrade } from './apply-grade.ts'

/** What a person enters in A+'s review form. A text that is left out is empty. */
export interface Review {
  readonly graderId: number
  readonly points: number
  readonly feedback?: string
  readonly assistantFeedback?: string
}

/** A person's review in A+, which no API offers: the grade gets a grader and no penalty. */
export function reviewSubmission(world: World, submission: Submission, review: Review): void {
  const { id: graderId } = world.user(review.graderId)
  const { maxPoints } = world.exercise(submission.exerciseId)
  if (!applyGrade(world, submission, { points: review.points, maxPoints, isManual: true })) {
    throw new Error(`The simulated exercise has no more than ${maxPoints} points.`)
  }
  Object.assign(submission, {
    graderId,
    feedback: review.feedback ?? '',
    assistantFeedback: review.assistantFeedback ?? '',
  })
}
