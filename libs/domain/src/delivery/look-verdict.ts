import type { SendMark } from './delivery-mark.ts'
import { readSubmissionDetail, sameInstant, type SeenGrade, type SubmissionDetail } from './submission-detail.ts'

/** Whose grade stands, as the look right after a delivered send showed it. */
export type StandingGrade = Pick<SeenGrade, 'gradingTime' | 'graderId'>

/** A look before a send, and what is known of the submission so far. */
export interface LookBeforeSend {
  /** The submission's detail, parsed from JSON. */
  readonly answer: unknown
  readonly submissionId: number
  readonly deliveryId: string
  /** The last send of this submission, of whatever delivery, that was delivered. */
  readonly lastDelivered: SendMark | null
  /** What `standingAfter` gave after that send; null where nothing was kept. */
  readonly standing: StandingGrade | null
  /** The state that a person saw before deciding to send again: that one may be overwritten. */
  readonly mayOverwrite: SeenGrade | null
}

export type LookVerdict =
  | { readonly verdict: 'read_back'; readonly sendNumber: number }
  | { readonly verdict: 'go_on'; readonly seen: SeenGrade }
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/**
 * Whether a grade may be sent over what stands upstream, where the last writer wins. A grade of this very delivery,
 * whichever send brought it, needs no sending. Otherwise only a submission without a grade, an automatic grade, the
 * grade of our own last delivered send, or exactly what a person agreed to lose is overwritten.
 */
export function lookBeforeSend(look: LookBeforeSend): LookVerdict {
  const detail = readSubmissionDetail(look.answer, look.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  const { lastPost, seen } = detail
  if (lastPost?.deliveryId === look.deliveryId) return { verdict: 'read_back', sendNumber: lastPost.sendNumber }
  const mayGoOn = !detail.isGraded
    || (seen.graderId === null && detail.isNeverPosted)
    || isOurs(detail, look)
    || (look.mayOverwrite !== null && look.mayOverwrite.grade === seen.grade && stands(look.mayOverwrite, seen))
  return { verdict: mayGoOn ? 'go_on' : 'graded_elsewhere', seen }
}

export type ReadBackVerdict =
  | { readonly verdict: 'read_back' }
  | { readonly verdict: 'unproven'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/** Whether a look proves that an ambiguous send arrived. Only its own mark does; nothing proves that it did not. */
export function readBack(look: {
  readonly answer: unknown
  readonly submissionId: number
  readonly sent: SendMark
}): ReadBackVerdict {
  const detail = readSubmissionDetail(look.answer, look.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  return isMarked(detail, look.sent) ? { verdict: 'read_back' } : { verdict: 'unproven', seen: detail.seen }
}

/**
 * What to keep of the look right after a delivered send. Nothing where it does not show that send, or where the grader
 * changed since the look before it: then a person graded in between, and that grade is not ours to overwrite later.
 */
export function standingAfter(look: {
  readonly answer: unknown
  readonly submissionId: number
  readonly sent: SendMark
  readonly graderIdBefore: number | null
}): StandingGrade | null {
  const detail = readSubmissionDetail(look.answer, look.submissionId)
  if (detail === undefined || !isMarked(detail, look.sent)) return null
  const { gradingTime, graderId } = detail.seen
  return gradingTime === null || graderId !== look.graderIdBefore ? null : { gradingTime, graderId }
}

function isOurs(detail: SubmissionDetail, { lastDelivered, standing }: LookBeforeSend): boolean {
  if (standing !== null) return stands(standing, detail.seen)
  return detail.seen.graderId === null && lastDelivered !== null && isMarked(detail, lastDelivered)
}

function stands(known: StandingGrade, seen: SeenGrade): boolean {
  return known.graderId === seen.graderId && sameInstant(known.gradingTime, seen.gradingTime)
}

function isMarked({ lastPost }: SubmissionDetail, sent: SendMark): boolean {
  return lastPost?.deliveryId === sent.deliveryId && lastPost.sendNumber === sent.sendNumber
}
