import type { Locale, Texts } from '../../texts/texts.ts'
import type { EditorState } from './editor-state.ts'
import type { Finding } from './findings.ts'

/** What the editor draws. */
export interface EditorView {
  readonly texts: Texts
  readonly locale: Locale
  /** Of the course, and those in which the rubric has texts. */
  readonly languages: readonly string[]
  readonly state: EditorState
  readonly findings: readonly Finding[]
}
