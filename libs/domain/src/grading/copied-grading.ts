import { keepLanguages } from '../rubrics/keep-languages.ts'
import type { Localized, RubricDocument, RubricState } from '../rubrics/rubric-document.ts'

export type LeftOutReason =
  | 'copied_before'
  | 'not_published'
  | 'archived'
  /** A text that the rubric or snippet must have is in none of the course's languages. */
  | 'no_language'
  /** The snippet is offered with one exercise only, and the request names no target for that exercise. */
  | 'no_exercise'
  /** The request has reached its limit. The next request continues here. */
  | 'ask_again'
  /** The course has its maximum of snippets. */
  | 'too_many'

interface CopiedRubric {
  readonly state: RubricState
  readonly isCopied: boolean
  readonly document: RubricDocument | null
}

export function copyOfRubric(
  { state, isCopied, document }: CopiedRubric,
  languages: readonly string[],
): RubricDocument | LeftOutReason {
  if (isCopied) return 'copied_before'
  if (state !== 'published') return state === 'draft' ? 'not_published' : 'archived'
  if (document === null) return 'ask_again'
  const kept = keepLanguages(document, languages)
  return kept.lost.length > 0 ? 'no_language' : kept.document
}

interface CopiedSnippet {
  readonly isCopied: boolean
  readonly exerciseId: number | null
  readonly text: Localized | null
}

interface SnippetOfCopy {
  readonly exerciseId: number | null
  readonly text: Localized
}

/** `exercises` maps exercises of the other course to those of this one. */
export function copyOfSnippet(
  { isCopied, exerciseId, text }: CopiedSnippet,
  languages: readonly string[],
  exercises: ReadonlyMap<number, number>,
): SnippetOfCopy | LeftOutReason {
  if (isCopied) return 'copied_before'
  if (text === null) return 'ask_again'
  const kept = Object.entries(text).filter(([language]) => languages.includes(language))
  if (kept.length === 0) return 'no_language'
  const other = exerciseId === null ? null : exercises.get(exerciseId)
  return other === undefined ? 'no_exercise' : { exerciseId: other, text: Object.fromEntries(kept) }
}
