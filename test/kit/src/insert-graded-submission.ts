import type { Database } from '@course-grading/data/db/database'
import { completeSubmission } from '@course-grading/data/testing/complete-submission'
import { registerSubmission } from './register-submission.ts'

/** A submission of the demo course that somebody has graded by hand. */
interface GradedSubmission {
  readonly submissionId: number
  /** Default: somebody who handed in nothing else. */
  readonly submitterId?: number
  readonly feedbackHtml?: string
  /** The state of the delivery of its grade. */
  readonly state: 'held' | 'pending'
}

/**
 * Registers a submission to exercise 1103, whose URL nobody can open, and completes its assessment; returns the id of its
 * delivery. The database must be the owner's, since no role of a service may do both.
 */
export async function insertGradedSubmission(
  database: Database,
  { submissionId, submitterId = submissionId, feedbackHtml = '<p>good</p>', state }: GradedSubmission,
): Promise<string> {
  await registerSubmission(database, { submissionId, submitterIds: [submitterId] })
  return await completeSubmission(database, {
    submissionId,
    points: '12.5',
    maxPoints: '20',
    feedbackHtml,
    payload: '{}',
    graderId: 101,
    state,
  })
}
