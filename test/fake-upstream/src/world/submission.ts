import { createHash } from 'node:crypto'

export type SubmissionStatus = 'initialized' | 'waiting' | 'ready' | 'error' | 'rejected' | 'unofficial'

/** What a stored file holds: bytes as given, or bytes that are computed from a seed when somebody reads them. */
export type FileContent =
  | { kind: 'bytes'; bytes: Uint8Array }
  | { kind: 'pattern'; seed: number; sizeBytes: number; alphabet: 'text' | 'binary' }

export interface SubmissionFile {
  id: number
  filename: string
  /** Name of the form field; A+ does not sanitise it. */
  paramName: string
  /** null: the row exists but the blob is gone. */
  content: FileContent | null
}

/** One submission. Times are epoch milliseconds. */
export interface Submission {
  id: number
  exerciseId: number
  /** User ids; empty for an abandoned one, several for a group. */
  submitterIds: number[]
  submittedAtMs: number
  status: SubmissionStatus
  /** Points on the exercise's scale, penalty taken off. */
  grade: number
  latePenaltyApplied: number | null
  gradedAtMs: number | null
  /** The person of the last manual assessment; the grading callback never sets it. */
  graderId: number | null
  feedback: string
  assistantFeedback: string
  /** Form fields of the last grading POST, strings only. */
  gradingData: Record<string, string> | null
  /** Answers; null for one that a teacher made. */
  answers: [string, string][] | null
  files: SubmissionFile[]
  /** Slugs of submission tags. */
  tags: string[]
  language: string
  notified: boolean
  notificationSeen: boolean
  /** 32 letters and digits, made once: the secret of the submission URL. */
  hash: string
  /** Counted grading POSTs that changed it; not part of A+, for tests. */
  timesGraded: number
}

/** Deterministic stand-in for the random 32 characters that A+ makes with a submission. */
export function submissionHash(submissionId: number): string {
  return createHash('sha256').update(`submission ${submissionId}`).digest('hex').slice(0, 32)
}
