import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Locale } from '../../texts/texts.ts'
import type { Fields } from './fields.ts'
import type { WhosePage } from './whose-page.ts'

/** Whoever may write an assessment, and until when at least. */
export interface Holder {
  readonly name: string
  readonly until: string | null
}

/** What the server has of one assessment, as the grading page begins with it. */
export interface GradingStart {
  /** For whom it was drawn: no other person's session ever sends what is typed here. */
  readonly userId: number
  readonly locale: Locale
  readonly assessment: Pick<
    Assessment,
    | 'id'
    | 'courseId'
    | 'exerciseId'
    | 'submissionId'
    | 'revision'
    | 'state'
    | 'gone'
    | 'rubric'
    | 'autoPoints'
    | 'upstreamMaxPoints'
    | 'attempt'
    | 'language'
    | 'tagSlugs'
  >
  readonly feedback: { readonly id: string; readonly revision: number; readonly language: string }
  readonly fields: Fields
  /** As people read them, so that both sides draw the same. */
  readonly shown: {
    readonly who: string
    readonly exercise: string
    readonly handedIn: string
    readonly holder: Holder | null
  }
  readonly exercise: {
    readonly isImmediate: boolean
    readonly addsAutoPoints: boolean
    readonly leaseMinutes: number
    readonly queuePath: string
  }
  /** The person's own work in the exercise. */
  readonly progress: { readonly graded: number; readonly waiting: number }
  /** What is left of the claim. */
  readonly leaseLeftS: number | null
  readonly whose: WhosePage
  readonly goesOn: boolean
}
