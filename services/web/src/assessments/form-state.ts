import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'

/** What a person judged by one criterion, as the fields of the form have it. */
interface CriterionFields {
  readonly levelId: string
  /** How many times each check applies, where it does. */
  readonly checks: Readonly<Record<string, number>>
  readonly points: string
  readonly comment: string
}

/** What the fields of the grading page hold. Nothing judged is an empty text. */
export interface FormState {
  readonly criteria: Readonly<Record<string, CriterionFields>>
  readonly adjustment: { readonly points: string; readonly reason: string }
  readonly privateNote: string
  readonly body: string
  /** The texts of the annotations, by id; one that is to be removed is absent. */
  readonly annotations: Readonly<Record<string, string>>
}

/** What a form was drawn from: a save sends what differs from it, and names its revisions. */
export interface Drawn {
  /** For whom: another person may have signed in since. */
  readonly userId: number
  readonly assessmentRevision: number
  readonly feedbackId: string
  readonly feedbackRevision: number
  readonly state: FormState
}

type Score = Assessment['scores'][string]

const fieldsOf = ({ levelId = '', checks = {}, points, comment = '' }: Score): CriterionFields => ({
  levelId,
  checks,
  points: points === undefined ? '' : String(points),
  comment: withLf(comment),
})

/** Forms send CRLF, which is read as LF: a text with CRLF would come back as a change. */
const withLf = (text: string): string => text.replaceAll('\r\n', '\n')

export function drawnFrom(userId: number, assessment: Assessment, feedback: FeedbackDocument): Drawn {
  const { scores, adjustment, privateNote, rubric } = assessment
  return {
    userId,
    assessmentRevision: assessment.revision,
    feedbackId: feedback.id,
    feedbackRevision: feedback.revision,
    state: {
      criteria: Object.fromEntries(rubric.document.criteria.map(({ id }) => [id, fieldsOf(scores[id] ?? {})])),
      adjustment: { points: adjustment === null ? '' : String(adjustment.points), reason: adjustment?.reason ?? '' },
      privateNote: withLf(privateNote),
      body: withLf(feedback.body),
      annotations: Object.fromEntries(Object.entries(feedback.annotations).map(([id, { body }]) => [id, withLf(body)])),
    },
  }
}
