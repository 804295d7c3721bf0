const rubricStates = ['draft', 'published', 'archived'] as const
/** `draft` until first published. An archived rubric is no longer offered, and may be restored. */
export type RubricState = (typeof rubricStates)[number]

/** By language. A missing language is replaced by the course's first if it is here, or else by the first one here. */
export type Localized = Readonly<Record<string, string>>

export interface Level {
  readonly id: string
  readonly title: Localized
  readonly description?: Localized
  readonly points: number
  readonly commentRequired: boolean
  readonly graderNote?: Localized
}

/** Something that a grader finds in the work, or does not, and perhaps several times. */
export interface Check {
  readonly id: string
  readonly title: Localized
  readonly points: number
  readonly maxTimes: number
  /** Whether students see it: always, only where it was chosen, or never. */
  readonly visibility: 'always' | 'chosen' | 'never'
  readonly commentRequired: boolean
  readonly graderNote?: Localized
}

interface AnyCriterion {
  readonly id: string
  readonly title: Localized
  readonly description?: Localized
  /** For staff, never for students. */
  readonly graderNote?: Localized
  readonly required: boolean
  readonly commentRequired: boolean
  readonly visibleToStudent: boolean
}

export interface LevelsCriterion extends AnyCriterion {
  readonly kind: 'levels'
  readonly levels: readonly Level[]
}

export interface ChecksCriterion extends AnyCriterion {
  readonly kind: 'checks'
  readonly checks: readonly Check[]
  readonly minChecks: number
  readonly maxChecks: number | null
}

export interface PointsCriterion extends AnyCriterion {
  readonly kind: 'points'
  readonly min: number
  readonly max: number
  readonly step: number
}

export type Criterion = LevelsCriterion | ChecksCriterion | PointsCriterion

export type Rounding = 'none' | 'half' | 'whole'

/** Points have at most two decimal places. */
export interface RubricDocument {
  readonly title: Localized
  readonly description?: Localized
  readonly maxPoints: number
  /** A deductive rubric begins at the maximum. */
  readonly startingPoints: number
  /** How the total is rounded; halves away from zero. */
  readonly rounding: Rounding
  readonly criteria: readonly Criterion[]
}
