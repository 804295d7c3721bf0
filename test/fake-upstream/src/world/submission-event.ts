import type { Submission } from './submission.ts'

/** Something that happened to a submission. A test may watch it, or play the grading service with it. */
export interface SubmissionEvent {
  kind: 'submitted' | 'resubmitted' | 'graded'
  submission: Submission
  /** The secret URL that lets its holder grade the submission. */
  submissionUrl: string
}

export type Announce = (event: SubmissionEvent) => void
