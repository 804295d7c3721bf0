import type { ComponentChildren } from 'preact'
import type { Texts } from '../../texts/texts.ts'
import type { Revised, Revisions } from './field-id.ts'
import type { Change, Fields } from './fields.ts'
import type { Gap } from './gaps.ts'
import type { Removed } from './grading-state.ts'
import type { AnswerTitles } from './name-of-field.ts'
import type { ShownAttempt } from './replies.ts'
import type { GradingStart } from './grading-start.ts'

/** What all parts of the grading page draw, with and without scripts. Without them `onChange` and all tools are absent. */
export interface GradingPage {
  readonly texts: Texts
  readonly start: GradingStart
  readonly fields: Fields
  /** The revisions on which a form was typed that is drawn again; else those that it is drawn from. */
  readonly typedOn?: Revisions | undefined
  readonly gaps: readonly Gap[]
  readonly isReadOnly: boolean
  readonly answerTitles?: AnswerTitles | undefined
  /** Reasons as they were typed, of steps that were refused. */
  readonly typedReasons?: { readonly restart?: string; readonly reveal?: string }
  /** The part that A+ takes off for lateness, once the script has read it. */
  readonly latePenalty?: number | null
  /** All attempts of the same people, once the script has read them. */
  readonly attempts?: readonly ShownAttempt[]
  /** True from the press of the button that completes until the next assessment is drawn. What is typed meanwhile is dropped. */
  readonly isPaused?: boolean
  readonly onChange?: ((change: Change) => void) | undefined
  /** Says to a screen reader what changed without a key of its own. */
  readonly announce?: (text: string) => void
  /** The index of the criterion that keys judge. */
  readonly present?: number | undefined
  readonly onRemove?: (annotationId: string) => void
  /** The annotation that was removed last, while it can be put back. */
  readonly removed?: Removed | null
  readonly onPutBack?: () => void
  /** The tools below a text field. */
  readonly toolsOf?: ((name: string) => ComponentChildren) | undefined
  /** The buttons that lead from criterion to criterion. */
  readonly steps?: ComponentChildren
}

/** What the fields of a rubric draw: of an assessment, or of a rubric by itself. */
export interface RubricPage extends Omit<GradingPage, 'start'> {
  readonly start: Revised & Pick<GradingStart, 'locale'>
}
