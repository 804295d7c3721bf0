import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { Locale } from '../../texts/texts.ts'
import type { Fields } from './fields.ts'
import type { NamedFields } from './field-names.ts'
import { fromNames, toNames } from './read-fields.ts'
import type { WhosePage } from './whose-page.ts'

/** Who may write an assessment, and until when at least. */
export interface Holder {
  readonly name: string
  /** ISO 8601, as all times of the island: the page's clock writes them. */
  readonly until: string | null
}

/** What the server has of one assessment, with which the grading page begins. */
export interface GradingStart {
  /** The person for whom the page was drawn: no other person's session ever sends what is typed in it. */
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
    | 'upstream'
    | 'postponed'
    | 'superseded'
    | 'supersededBy'
    | 'completedAt'
  >
  readonly feedback: Pick<FeedbackDocument, 'id' | 'revision' | 'language' | 'state'>
  readonly fields: Fields
  /** Texts that the server formats, so that the server and the script draw the same. */
  readonly shown: {
    readonly who: string
    readonly exercise: string
    readonly handedInAt: string
    readonly holder: Holder | null
    /** Who judged last. */
    readonly grader: string
    /** What A+ counts of the released result, where it differs. */
    readonly upstream: string | null
  }
  readonly exercise: {
    readonly isImmediate: boolean
    readonly addsAutoPoints: boolean
    readonly leaseMinutes: number
    readonly queuePath: string
  }
  /** The person's own work in the exercise. */
  readonly progress: { readonly graded: number; readonly waiting: number }
  /** Seconds until the lease of the claim ends. */
  readonly leaseLeftS: number | null
  readonly whose: WhosePage
  /** Of its latest grade for A+, to a teacher. */
  readonly deliveryId: string | null
  readonly may: Readonly<Record<'readHistory' | 'restart' | 'reveal' | 'withdraw' | 'publish', boolean>>
  readonly goesOn: boolean
}

/** As the server sends it, with the fields by their names. */
export interface SentStart extends Omit<GradingStart, 'fields'> {
  readonly fields: NamedFields
}

export const sentStart = (start: GradingStart): SentStart => ({ ...start, fields: toNames(start.fields) })

export const readStart = (sent: SentStart): GradingStart => ({ ...sent, fields: fromNames(sent.fields) })
