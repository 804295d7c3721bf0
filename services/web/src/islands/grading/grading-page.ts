import type { Texts } from '../../texts/texts.ts'
import type { Fields } from './fields.ts'
import type { Gap } from './gaps.ts'
import type { GradingStart } from './grading-start.ts'

/** What all parts of the grading page draw. The page without scripts is the same, but nothing happens at a change. */
export interface GradingPage {
  readonly texts: Texts
  readonly start: GradingStart
  readonly fields: Fields
  readonly gaps: readonly Gap[]
  readonly isReadOnly: boolean
  readonly onField?: ((path: string, value: string) => void) | undefined
}
