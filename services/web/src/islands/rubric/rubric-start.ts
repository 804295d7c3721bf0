import type { Locale } from '../../texts/texts.ts'
import type { EditorState } from './editor-state.ts'

/** What the page tells its script beside the state, which the form has in its field `base`. */
export type SentStart = Omit<RubricStart, 'state'>

/** What the server has of the editor, with which its script begins. */
export interface RubricStart {
  /** The person for whom it was drawn: no other person's session ever saves what is typed in it. */
  readonly userId: number
  readonly locale: Locale
  /** The path of the rubric's pages. */
  readonly path: string
  /** Of the rubric. */
  readonly title: string
  /** Of the course. */
  readonly languages: readonly string[]
  readonly revision: number
  readonly state: EditorState
  /** Whether the form is drawn again as it was sent: what the browser kept is older then. */
  readonly isAgain: boolean
}
