import type { Locale } from '../../texts/texts.ts'
import type { Fields } from './fields.ts'
import type { GradingStart } from './grading-start.ts'
import type { Copy } from './saver.ts'

/** What the server has of both documents, and who may write them. */
export interface Standing {
  readonly judgement: Copy
  readonly wording: Copy
  readonly isMine: boolean
  readonly isCompleted: boolean
  readonly holder: string | null
  /** When the holder's claim ends. */
  readonly heldUntil: string | null
}

/** Saves that were refused, the newest first. */
export interface ParkedSaves {
  /** Whether there are older ones that were not asked for. */
  readonly hasMore: boolean
  readonly items: readonly { readonly refusedAt: string; readonly fields: Fields }[]
}

export interface SavedJudgement {
  readonly revision: number
}

export interface SavedWording {
  readonly revision: number
  /** To which the save moved the assessment. */
  readonly judgementRevision: number | null
}

export interface CompletedWork {
  readonly points: number
  readonly maxPoints: number
  /** Whether students read it already: the exercise releases at once, by now. */
  readonly isReleased?: boolean
}

/** The next one of an exercise. What the page knows already is not asked for again. */
export interface NextRequest extends Pick<GradingStart, 'exercise' | 'goesOn' | 'progress'> {
  readonly courseId: number
  readonly exerciseId: number
  readonly locale: Locale
}

/** Where to go on: the next one, or the queue with why there is none. */
export type NextReply = { readonly start: GradingStart } | { readonly to: string }

export interface SnippetChoice {
  readonly id: string
  readonly label: string
  readonly text: string
}

/** What is read of the learning platform after the work. */
export interface MoreOfSubmission {
  readonly upstreamUrl: string | null
  readonly latePenalty: number | null
  /** What automatic checks said, sanitised by the boundary. */
  readonly checksHtml: string | null
}
