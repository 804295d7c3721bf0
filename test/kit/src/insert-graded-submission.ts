import { randomBytes } from 'node:crypto'
import { insertCompletedResult, insertDelivery, registerCapability, type Database } from '@course-grading/data'

/** A submission of the demo course that somebody has graded by hand. */
export interface GradedSubmission {
  readonly submissionId: number
  readonly submitterId?: number
  readonly feedbackHtml?: string
  /** Of the delivery of its grade. */
  readonly state: 'held' | 'pending'
}

/** Registers a submission to exercise 1103, whose URL nobody can open, and completes it; returns the id of its delivery. */
export function insertGradedSubmission(
  database: Database,
  { submissionId, submitterId = 201, feedbackHtml = '<p>good</p>', state }: GradedSubmission,
): Promise<string> {
  return database.transaction(async (tx) => {
    await registerCapability(tx, {
      courseId: 11,
      exerciseId: 1103,
      submissionId,
      sealedUrl: randomBytes(40),
      keyId: 'k-1',
      originDigest: randomBytes(16),
      maxPoints: 20,
      submitterIds: [submitterId],
      submittedAt: '2026-11-01T10:00:00.000Z',
      language: 'en',
      attempt: 1,
      autoPoints: null,
      fixture: false,
      ttlDays: 180,
      settleS: 0,
    })
    const result = await insertCompletedResult(tx, {
      submissionId,
      points: '12.5',
      maxPoints: '20',
      feedbackHtml,
      payload: '{}',
      createdBy: 101,
    })
    if (result.outcome !== 'inserted') throw new Error(result.outcome)
    const delivery = await insertDelivery(tx, { resultId: result.resultId, state, byUserId: 101 })
    if (delivery.outcome !== 'inserted') throw new Error(delivery.outcome)
    return delivery.deliveryId
  })
}
