import type { Calls } from './calls.ts'
import type { Annotation, Change, Fields } from './fields.ts'
import type { GradingStart, Holder } from './grading-start.ts'
import type { Keeper } from '../kept/keeper.ts'
import type { KeptWork } from './kept-work.ts'
import type { SaveState } from './saver.ts'
import type { Issue } from './issue.ts'
import type { Unit } from './units.ts'

/** The assessment that was completed last, until the next completion. */
export interface CompletedLast {
  readonly assessmentId: string
  readonly who: string
  readonly points: number
  readonly maxPoints: number
}

/** Why the page does not leave the assessment. */
export type Stop = 'gaps' | 'unsaved' | 'conflict' | 'changed' | 'not-completed' | 'no-next' | 'not-left'

/** How the person leaves an assessment that is not completed. */
export type Leaving = 'postpone' | 'handBack'

/** `unsure`: nobody knows yet whether it was completed; `between`: it was, and the next one did not come. */
export type Phase = 'grading' | 'completing' | Leaving | 'unsure' | 'between' | 'left'

/** An annotation that was removed last, to be put back as it was. */
export interface Removed {
  readonly annotationId: string
  readonly annotation: Annotation
}

export interface GradingState {
  readonly start: GradingStart
  readonly fields: Fields
  /** What the server has. */
  readonly theirs: Fields
  readonly phase: Phase
  readonly save: SaveState
  /** The person who holds the assessment instead, as far as is known. */
  readonly holder: Holder | null
  readonly savedAt: number | null
  readonly conflicts: readonly Unit[]
  /** What the server refused, or what was missing when the person wanted to complete. */
  readonly issues: readonly Issue[]
  readonly stop: Stop | null
  /** The reason with which the person wanted to postpone it. */
  readonly note: string
  readonly completed: CompletedLast | null
  /** Minutes until the lease ends; null for an assessment that nobody holds. */
  readonly minutesLeft: number | null
  /** Whether another tab of the person writes the assessment. */
  readonly isSecondTab: boolean
  /** Until the next change of annotations. */
  readonly removed: Removed | null
}

export interface Grading {
  readonly state: () => GradingState
  readonly change: (change: Change) => void
  readonly removeAnnotation: (annotationId: string) => void
  /** Puts the removed annotation back. */
  readonly putBack: () => void
  readonly settle: (unit: Unit, by: 'mine' | 'theirs') => void
  readonly saveNow: () => Promise<void>
  /** Completes the assessment, and goes on to the next one. Does nothing while a completion is under way. */
  readonly complete: () => Promise<void>
  readonly leave: (how: Leaving, note: string) => Promise<void>
  /** Sends both documents at once, since the page is left. */
  readonly leavePage: () => void
  /** Another tab writes from now on. This one sends what it can, and nothing after that. */
  readonly becomeSecondTab: () => Promise<void>
  /** This tab writes from now on, from what the server has and the other tab left. */
  readonly becomeFirstTab: () => Promise<void>
  /** Tells that the person is there. The claim is kept while the person was active within the last lease. */
  readonly wasActive: () => void
  readonly keepClaim: () => Promise<void>
  readonly stop: () => void
}

export interface GradingPorts {
  readonly calls: Calls
  readonly keeper: Keeper<KeptWork>
  readonly goTo: (path: string) => void
  /** Resolves to whether this tab is the one that writes the assessment. */
  readonly takeTab: (start: GradingStart) => Promise<boolean>
  /** The next assessment was opened, and is drawn in place of the last one. */
  readonly opened: (start: GradingStart) => void
  readonly changed: () => void
}
