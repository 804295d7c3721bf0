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
  /** Whose grade the verification before the delivery's last send showed; null also before its first. */
  readonly graderIdBefore: number | null
  /** What `judgeAfterSend` kept after the last send of this submission that was delivered; null if it kept nothing. */
  readonly standing: SeenGrade | null
  /** A grade that a person saw before deciding to send again: it may be overwritten. */
  readonly mayOverwrite: SeenGrade | null
}

/** The reply names a send of the delivery, and shows what became of it. */
export interface FoundSend extends AfterSend {
  readonly verdict: 'read_back'
  readonly sendNumber: number
}

/** What the platform would make of the grade follows from its maximum and, if the submission is late, its penalty. */
export interface GoOn {
  readonly verdict: 'go_on'
  readonly seen: SeenGrade
  readonly maxPoints: number | null
  readonly latePenalty: number | null
}

type VerificationVerdict =
  | FoundSend
  | GoOn
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
  const { lastPost, seen, maxPoints, latePenalty } = detail
  if (lastPost?.deliveryId === verification.deliveryId)
    return foundSend(detail, lastPost, [verification.graderIdBefore, verification.mayOverwrite?.graderId ?? null])
  const mayGoOn =
    seen.graderId === null || stands(verification.standing, seen) || stands(verification.mayOverwrite, seen)
  return mayGoOn ? { verdict: 'go_on', seen, maxPoints, latePenalty } : { verdict: 'graded_elsewhere', seen }
}

export type ReadBackVerdict =
  | FoundSend
  | { readonly verdict: 'unproven'; readonly seen: SeenGrade }
  | { readonly verdict: 'not_understood' }

/**
 * Only the mark of an ambiguous delivery's own send proves that it arrived; of a cancelled one any send may have arrived, so the mark of
 * each counts. Nothing proves that it did not. `seenGraderId`: whose grade the last reply without the mark showed.
 */
export function readBack(verification: {
  readonly reply: unknown
  readonly submissionId: number
  readonly state: 'ambiguous' | 'cancelled'
  readonly sent: SendMark
  readonly graderIdBefore: number | null
  readonly seenGraderId: number | null
}): ReadBackVerdict {
  const { state, sent, graderIdBefore, seenGraderId } = verification
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return { verdict: 'not_understood' }
  const { lastPost, seen } = detail
  const isFound = state === 'cancelled' ? lastPost?.deliveryId === sent.deliveryId : isMarked(detail, sent)
  if (lastPost === undefined || !isFound) return { verdict: 'unproven', seen }
  return foundSend(detail, lastPost, state === 'cancelled' ? [graderIdBefore, seenGraderId] : [graderIdBefore])
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

/**
 * The verification after a delivered send; null if the reply is not understood. `isNamed`: the reply shows that very send, or any send of
 * a delivery that a person called delivered, which does not say what arrived.
 */
export function judgeAfterSend(verification: {
  readonly reply: unknown
  readonly submissionId: number
  readonly sent: SendMark
  readonly confirmedBy: 'answer' | 'person'
  readonly graderIdBefore: number | null
}): (AfterSend & { readonly isNamed: boolean }) | null {
  const { sent, confirmedBy, graderIdBefore } = verification
  const detail = readSubmissionDetail(verification.reply, verification.submissionId)
  if (detail === undefined) return null
  const { lastPost, seen } = detail
  if (confirmedBy === 'person') {
    const isNamed = lastPost?.deliveryId === sent.deliveryId
    return isNamed
      ? { ...whatStands(detail, [graderIdBefore]), isNamed }
      : { shown: shownBy(detail), standing: null, isNamed }
  }
  const isNamed = isMarked(detail, sent)
  const isOurs = isNamed && seen.gradingTime !== null && seen.graderId === graderIdBefore
  return { shown: shownBy(detail), standing: isOurs ? seen : null, isNamed }
}

function foundSend(
  detail: SubmissionDetail,
  { sendNumber }: SendMark,
  gradersBefore: readonly (number | null)[],
): FoundSend {
  return { verdict: 'read_back', sendNumber, ...whatStands(detail, gradersBefore) }
}

/** Of a reply that names one of our sends: ours if no person graded by hand, or only one whose grade stood before. */
function whatStands(detail: SubmissionDetail, gradersBefore: readonly (number | null)[]): AfterSend {
  const { seen } = detail
  const isOurs = seen.gradingTime !== null && (seen.graderId === null || gradersBefore.includes(seen.graderId))
  return { shown: shownBy(detail), standing: isOurs ? seen : null }
}

export function shownBy({ status, latePenalty, seen }: SubmissionDetail): ShownGrade {
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
