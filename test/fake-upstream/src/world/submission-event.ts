import type { Submission } from './submission.ts'

/** Something that happened to a submission, for whoever plays the grading service or watches in a test. */
export interface SubmissionEvent {
  kind: 'submitted' | 'resubmitted' | 'graded'
  submission: Submission
  /** The secret URL that lets its holder grade it. */
  submissionUrl: string
}

export type Announce = (event: SubmissionEvent) => void
