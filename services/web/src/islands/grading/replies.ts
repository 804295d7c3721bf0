import type { SubmissionRow } from '@course-grading/contracts/submissions/submission'
import type { Locale } from '../../texts/texts.ts'
import type { NamedFields } from './field-names.ts'
import type { GradingStart, SentStart } from './grading-start.ts'

/** A document's fields by their names, as pages that were opened before an upgrade read them. */
interface SentCopy {
  readonly revision: number
  readonly fields: NamedFields
}

/** What the server has of both documents, and who may write them. */
export interface Standing {
  readonly judgement: SentCopy
  readonly wording: SentCopy
  /** Empty where nobody is known. */
  readonly who: string
  readonly isMine: boolean
  readonly isCompleted: boolean
  readonly holder: string | null
  readonly heldUntil: string | null
}

/** Refused saves, the newest first. */
export interface ParkedSaves {
  /** Whether there are older ones that were not read. */
  readonly hasMore: boolean
  readonly items: readonly { readonly refusedAt: string; readonly fields: NamedFields }[]
}

export interface SavedJudgement {
  readonly revision: number
}

export interface SavedWording {
  readonly revision: number
  /** The revision of the assessment after the save. */
  readonly judgementRevision: number | null
}

export interface CompletedWork {
  readonly points: number
  readonly maxPoints: number
}

/** A request of the next submission of an exercise, with how the page is drawn. */
export interface NextRequest extends Pick<GradingStart, 'goesOn'> {
  readonly locale: Locale
  readonly teaches: boolean
}

/** The next assessment, or the path of the queue's page, which says why there is none. */
export type NextReply = { readonly start: SentStart } | { readonly to: string }

export interface SnippetChoices {
  /** Whether there are more, which a longer search text finds. */
  readonly hasMore: boolean
  readonly items: readonly SnippetChoice[]
}

export interface SnippetChoice {
  readonly id: string
  readonly label: string
  readonly text: string
}

/** What is read of the learning platform after the work. */
export interface MoreOfSubmission {
  readonly upstreamUrl: string | null
  readonly latePenalty: number | null
  /** The feedback of automatic checks, sanitised by the boundary. */
  readonly checksHtml: string | null
  readonly attempts: readonly ShownAttempt[]
  /** Whether a save of this person was refused and is still kept. */
  readonly hasRefusedSaves: boolean
}

/** A submission of the same people to the same exercise. */
export type ShownAttempt = Pick<
  SubmissionRow,
  'submissionId' | 'attempt' | 'submittedAt' | 'state' | 'points' | 'maxPoints'
>
