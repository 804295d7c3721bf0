import type { Notification } from './notification.ts'
import { createHash } from 'node:crypto'

type SubmissionStatus = 'initialized' | 'waiting' | 'ready' | 'error' | 'rejected' | 'unofficial'

/**
 * The content of a stored file: given bytes, or bytes that are computed from a seed when they are read. Zeros cost next to nothing,
 * for files of gigabytes.
 */
export type FileContent =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'pattern'; seed: number; sizeBytes: number; alphabet: 'text' | 'binary' | 'zeros' }

export interface SubmissionFile {
  id: number
  filename: string
  /** The name of the form field; A+ does not sanitise it. */
  paramName: string
  /** Null if the row exists and its content is gone. */
  content: FileContent | null
}

/** One submission. Times are epoch milliseconds. */
export interface Submission {
  id: number
  exerciseId: number
  /** The user ids: none if it was abandoned, several for a group. */
  submitterIds: number[]
  submittedAtMs: number
  status: SubmissionStatus
  /** The points on the exercise's scale, with the penalty taken off. */
  grade: number
  latePenaltyApplied: number | null
  gradedAtMs: number | null
  /** The person of the last manual assessment; the grading callback never sets it. */
  graderId: number | null
  feedback: string
  assistantFeedback: string
  /** The form fields of the last grading POST, strings only. */
  gradingData: Record<string, string> | null
  answers: [string, string][] | null
  files: SubmissionFile[]
  language: string
  notified: boolean
  notificationSeen: boolean
  /** The oldest first. */
  notifications: Notification[]
  /** The secret of the submission's URL: 32 letters and digits, made once. */
  hash: string
  /** The number of grading POSTs that changed it. A+ has no such number; it is for tests. */
  timesGraded: number
}

/** Stands for the random 32 characters that A+ makes with a submission, and is the same every time. */
export function submissionHash(submissionId: number): string {
  return createHash('sha256').update(`submission ${submissionId}`).digest('hex').slice(0, 32)
}
