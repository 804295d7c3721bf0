import type { Check, Level, Localized, Rounding } from './rubric-document.ts'

/** A criterion as a writer gives it: `readRubric` checks whether it has the members of its kind, and no others. */
export interface GivenCriterion {
  readonly id: string
  readonly title: Localized
  readonly description?: Localized
  readonly graderNote?: Localized
  readonly required: boolean
  readonly commentRequired: boolean
  readonly visibleToStudent: boolean
  readonly kind: 'levels' | 'checks' | 'points'
  readonly levels?: readonly Level[]
  readonly checks?: readonly Check[]
  readonly minChecks?: number
  readonly maxChecks?: number | null
  readonly min?: number
  readonly max?: number
  readonly step?: number
}

/** A document as a writer gives it: its members have the right types, and nothing more is known. */
export interface GivenRubric {
  readonly title: Localized
  readonly description?: Localized
  readonly maxPoints: number
  readonly startingPoints: number
  readonly rounding: Rounding
  readonly criteria: readonly GivenCriterion[]
}
