import { readSubmissionDetail, sameInstant, type SeenGrade, type UpstreamStatus } from './submission-detail.ts'

/**
 * Whether the grade of a submission's latest delivered delivery still stands upstream: `unknown` where nothing was seen right
 * after it, and for older deliveries.
 */
export type Standing = 'ours' | 'changed' | 'unknown'

/** What the verification right after a delivered send showed, where it showed our grade. */
export interface FirstSeen extends SeenGrade {
  readonly status: UpstreamStatus
}

/** What a row of the platform's bulk list shows of a submission. */
interface ListedGrade {
  readonly status: string
  readonly grade: number
  /** Undefined if the list does not show it: an answer of the student can replace the column. */
  readonly gradingTime?: string | null | undefined
}

/** Whether a later verification shows the same as the first; undefined if its reply cannot be read. */
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

/** Whether a row of the bulk list, which lacks the grader, shows the same. An unofficial grade that became official still stands. */
export function standingByList(first: FirstSeen, listed: ListedGrade): 'ours' | 'changed' {
  const isStatusKept = listed.status === first.status || (first.status === 'unofficial' && listed.status === 'ready')
  const isTimeKept = listed.gradingTime === undefined || sameInstant(listed.gradingTime, first.gradingTime)
  return isStatusKept && isTimeKept && listed.grade === first.grade ? 'ours' : 'changed'
}
