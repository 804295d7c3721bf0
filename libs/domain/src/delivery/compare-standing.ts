import { readSubmissionDetail, sameInstant, type SeenGrade, type UpstreamStatus } from './submission-detail.ts'

/** `unknown` where nothing was seen right after the send, and for older deliveries. */
export type Standing = 'ours' | 'changed' | 'unknown'

export interface FirstSeen extends SeenGrade {
  readonly status: UpstreamStatus
}

interface ListedGrade {
  readonly status: string
  readonly grade: number
  /** Undefined if the list does not show it: an answer of the student can replace the column. */
  readonly gradingTime?: string | null | undefined
}

/** Undefined if the reply cannot be read. */
export function standingByVerification(
  first: FirstSeen,
  reply: unknown,
  submissionId: number,
): 'ours' | 'changed' | undefined {
  const detail = readSubmissionDetail(reply, submissionId)
  if (detail === undefined) return undefined
  const { status, seen } = detail
  return seen.graderId === first.graderId ? standingByList(first, { status, ...seen }) : 'changed'
}

/** The bulk list lacks the grader. An unofficial grade that became official still stands. */
export function standingByList(first: FirstSeen, listed: ListedGrade): 'ours' | 'changed' {
  const isStatusKept = listed.status === first.status || (first.status === 'unofficial' && listed.status === 'ready')
  const isTimeKept = listed.gradingTime === undefined || sameInstant(listed.gradingTime, first.gradingTime)
  return isStatusKept && isTimeKept && listed.grade === first.grade ? 'ours' : 'changed'
}
