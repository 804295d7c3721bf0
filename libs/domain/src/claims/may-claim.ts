import { isWithinRestriction, type SubmissionRestriction } from '../submissions/may-read-submission.ts'
import type { SubmissionState } from '../submissions/submission-state.ts'

export interface SubmissionClaimer {
  readonly userId: number
  /** Null for a teacher, who may claim everything. */
  readonly restriction: SubmissionRestriction | null
}

interface ClaimableSubmission {
  readonly state: SubmissionState
  readonly assessmentId: string | null
  readonly language: string | null
  readonly submitters: readonly { readonly userId: number; readonly tagSlugs: readonly string[] }[]
}

interface SubmittedWork {
  readonly state: SubmissionState
  readonly submitters: readonly { readonly userId: number }[]
}

/** Whether it waits, or was begun before it was superseded, and is not the claimer's own work. */
export function mayClaim(claimer: SubmissionClaimer, submission: ClaimableSubmission): boolean {
  const { state, assessmentId, language, submitters } = submission
  const isOpen = state === 'waiting' || (state === 'superseded' && assessmentId !== null)
  if (!isOpen || isOwn(claimer, submission)) return false
  const submitterTags = submitters.flatMap(({ tagSlugs }) => tagSlugs)
  return claimer.restriction === null || isWithinRestriction(claimer.restriction, { language, submitterTags })
}

/** Whether a grader handed it in, and would learn from its points or its assessment what is not released. Teachers see everything. */
export const isOwnUnreleased = (claimer: SubmissionClaimer, submission: SubmittedWork): boolean =>
  claimer.restriction !== null && submission.state !== 'released' && isOwn(claimer, submission)

const isOwn = ({ userId }: SubmissionClaimer, { submitters }: SubmittedWork): boolean =>
  submitters.some((submitter) => submitter.userId === userId)
