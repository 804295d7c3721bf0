import type { SendMark } from './delivery-mark.ts'
import {
  readSubmissionDetail,
  sameInstant,
  type SeenGrade,
  type SubmissionDetail,
  type UpstreamStatus,
} from './submission-detail.ts'

/** A verification before a send, and what is known of the submission so far. */
export interface VerificationBeforeSend {
  /** The submission's detail, parsed from JSON. */
  readonly reply: unknown
  readonly submissionId: number
  readonly deliveryId: string
  /** What `judgeAfterSend` kept after the last send of this submission that was delivered; null if it kept nothing. */
  readonly standing: SeenGrade | null
  /** The grade that a person saw before deciding to send again. It may be overwritten. */
  readonly mayOverwrite: SeenGrade | null
}

type VerificationVerdict =
  | { readonly verdict: 'read_back'; readonly sendNumber: number }
  | { readonly verdict: 'go_on'; readonly seen: SeenGrade }
  | { readonly verdict: 'graded_elsewhere'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/**
 * Whether a grade may be sent to the platform, where it overwrites the standing grade. If the standing grade was sent by this
 * delivery, with any of its sends, nothing need be sent. Otherwise a person's grade is overwritten only if it is exactly the
 * one that our own last delivered send left, or that a person decided to overwrite. A submission without a grader was not
 * graded by hand: automatic checks that grade by callback leave grading data as our sends do. The status decides nothing,
 * because a submission that the platform is grading again has the status of one that waits, while a teacher's grade and name
 * still stand.
 */
export function judgeBeforeSend(verification: VerificationBeforeSend): VerificationVerdict {
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  const { lastPost, seen } = detail
  if (lastPost?.deliveryId === verification.deliveryId) return { verdict: 'read_back', sendNumber: lastPost.sendNumber }
  const mayGoOn =
    seen.graderId === null || stands(verification.standing, seen) || stands(verification.mayOverwrite, seen)
  return { verdict: mayGoOn ? 'go_on' : 'graded_elsewhere', seen }
}

export type ReadBackVerdict =
  | { readonly verdict: 'read_back' }
  | { readonly verdict: 'unproven'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/** Whether a verification proves that an ambiguous send arrived. Only its own mark does; nothing proves that it did not. */
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
  /** The send that stands, and what upstream shows of it. */
  | {
      readonly verdict: 'read_back'
      readonly sendNumber: number
      readonly shown: ShownGrade
      readonly standing: SeenGrade
    }
  | { readonly verdict: 'unproven'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/** Whether the grade of a cancelled delivery stands upstream. Any of its sends may have arrived, so each of its marks shows that. */
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
  /**
   * What the next delivery may overwrite, and what later verifications compare. Null if the verification does not show that
   * send, or where the grader changed since the verification before the send: then a person graded in between, and that grade
   * is not ours.
   */
  readonly standing: SeenGrade | null
}

/** What to keep of the verification right after a delivered send; null if the reply is not understood. */
export function judgeAfterSend(verification: {
  readonly reply: unknown
  readonly submissionId: number
  readonly sent: SendMark
  readonly graderIdBefore: number | null
}): AfterSend | null {
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return null
  const { seen } = detail
  const isOurs =
    isMarked(detail, verification.sent) && seen.gradingTime !== null && seen.graderId === verification.graderIdBefore
  return { shown: shownBy(detail), standing: isOurs ? seen : null }
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
