import type { ComponentChildren } from 'preact'
import type { Texts } from '../../texts/texts.ts'
import type { Fields } from './fields.ts'
import type { Gap } from './gaps.ts'
import type { GradingStart } from './grading-start.ts'

/** What all parts of the grading page draw. Without scripts it is the same, but nothing happens at a change. */
export interface GradingPage {
  readonly texts: Texts
  readonly start: GradingStart
  readonly fields: Fields
  readonly gaps: readonly Gap[]
  readonly isReadOnly: boolean
  /** From the press of completing until the next is drawn: what is typed is dropped, and the focus stays where it is. */
  readonly isPaused?: boolean
  readonly onField?: ((path: string, value: string) => void) | undefined
  /** What a text can be helped with, below it. */
  readonly toolsOf?: ((path: string) => ComponentChildren) | undefined
  /** What leads from criterion to criterion. */
  readonly steps?: ComponentChildren
}
