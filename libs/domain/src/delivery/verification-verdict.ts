import type { SendMark } from './delivery-mark.ts'
import {
  readSubmissionDetail,
  sameInstant,
  type SeenGrade,
  type SubmissionDetail,
  type UpstreamStatus,
} from './submission-detail.ts'

export interface VerificationBeforeSend {
  readonly reply: unknown
  readonly submissionId: number
  readonly deliveryId: string
  /** What `judgeAfterSend` kept after the last send of this submission that was delivered; null if it kept nothing. */
  readonly standing: SeenGrade | null
  /** A grade that a person saw before deciding to send again: it may be overwritten. */
  readonly mayOverwrite: SeenGrade | null
}

type VerificationVerdict =
  | { readonly verdict: 'read_back'; readonly sendNumber: number }
  | { readonly verdict: 'go_on'; readonly seen: SeenGrade; readonly maxPoints: number | null }
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/**
 * Nothing need be sent where this delivery's own grade stands, by any of its sends. A person's grade is overwritten only if it is exactly
 * what our last delivered send left, or what a person decided to overwrite. Without a grader nothing was graded by hand. The status
 * decides nothing: a submission that is graded again waits, while a teacher's grade still stands.
 */
export function judgeBeforeSend(verification: VerificationBeforeSend): VerificationVerdict {
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  const { lastPost, seen, maxPoints } = detail
  if (lastPost?.deliveryId === verification.deliveryId) return { verdict: 'read_back', sendNumber: lastPost.sendNumber }
  const mayGoOn =
    seen.graderId === null || stands(verification.standing, seen) || stands(verification.mayOverwrite, seen)
  return mayGoOn ? { verdict: 'go_on', seen, maxPoints } : { verdict: 'graded_elsewhere', seen }
}

export type ReadBackVerdict =
  | { readonly verdict: 'read_back' }
  | { readonly verdict: 'unproven'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/** Only the send's own mark proves that the send arrived; nothing proves that it did not. */
export function readBack(verification: {
  readonly reply: unknown
  readonly submissionId: number
  readonly sent: SendMark
}): ReadBackVerdict {
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  return isMarked(detail, verification.sent) ? { verdict: 'read_back' } : { verdict: 'unproven', seen: detail.seen }
}

export type CancelledVerdict =
  | {
      readonly verdict: 'read_back'
      readonly sendNumber: number
      readonly shown: ShownGrade
      readonly standing: SeenGrade
    }
  | { readonly verdict: 'unproven'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/** Any send of a cancelled delivery may have arrived, so the mark of each counts. */
export function readBackCancelled(verification: {
  readonly reply: unknown
  readonly submissionId: number
  readonly deliveryId: string
}): CancelledVerdict {
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  const { lastPost, seen } = detail
  if (lastPost?.deliveryId !== verification.deliveryId) return { verdict: 'unproven', seen }
  return { verdict: 'read_back', sendNumber: lastPost.sendNumber, shown: shownBy(detail), standing: seen }
}

/** What upstream made of a delivered grade, for people: the state `delivered` does not say that the grade counts. */
export interface ShownGrade {
  readonly status: UpstreamStatus
  readonly grade: number
  readonly latePenalty: number | null
}

export interface AfterSend {
  readonly shown: ShownGrade
  /** May be overwritten, is compared later. Null if that send is not shown, or the grader changed: a person graded in between. */
  readonly standing: SeenGrade | null
}

/** The verification after a delivered send; null if the reply is not understood. `isNamed`: the reply shows that very send. */
export function judgeAfterSend(verification: {
  readonly reply: unknown
  readonly submissionId: number
  readonly sent: SendMark
  readonly graderIdBefore: number | null
}): (AfterSend & { readonly isNamed: boolean }) | null {
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return null
  const { seen } = detail
  const isNamed = isMarked(detail, verification.sent)
  const isOurs = isNamed && seen.gradingTime !== null && seen.graderId === verification.graderIdBefore
  return { shown: shownBy(detail), standing: isOurs ? seen : null, isNamed }
}

function shownBy({ status, latePenalty, seen }: SubmissionDetail): ShownGrade {
  return { status, grade: seen.grade, latePenalty }
}

function stands(known: SeenGrade | null, seen: SeenGrade): boolean {
  return (
    known !== null &&
    known.graderId === seen.graderId &&
    known.grade === seen.grade &&
    sameInstant(known.gradingTime, seen.gradingTime)
  )
}

function isMarked({ lastPost }: SubmissionDetail, sent: SendMark): boolean {
  return lastPost?.deliveryId === sent.deliveryId && lastPost.sendNumber === sent.sendNumber
}
