import type { Locale, Texts } from '../../texts/texts.ts'
import type { EditorState } from './editor-state.ts'
import { type Finding, findingsIn } from './findings.ts'
import { languagesIn } from './rubric-languages.ts'
import type { TypedRubric } from './typed-rubric.ts'

/** What is to be mended of a rubric, as it was when somebody last paused: a check of a large one takes longer than a key may. */
export interface Checked {
  readonly rubric: TypedRubric
  readonly findings: readonly Finding[]
}

/** What the editor draws. */
export interface EditorView {
  readonly texts: Texts
  readonly locale: Locale
  /** Of the course, and those in which the rubric has texts. */
  readonly languages: readonly string[]
  readonly state: EditorState
  readonly checked: Checked
}

export const checkedNow = (rubric: TypedRubric, ofCourse: readonly string[]): Checked => ({
  rubric,
  findings: findingsIn(rubric, ofCourse),
})

interface Viewed extends Pick<EditorView, 'texts' | 'locale' | 'state'> {
  /** The languages of the course. */
  readonly ofCourse: readonly string[]
}

export const viewOf = (
  { texts, locale, state, ofCourse }: Viewed,
  checked = checkedNow(state.rubric, ofCourse),
): EditorView => ({ texts, locale, state, checked, languages: languagesIn(state.rubric, ofCourse) })
