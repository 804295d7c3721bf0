import { HttpError } from '@course-grading/http-kit'
import { type Fields, isPath } from '../islands/grading/fields.ts'
import type { GradingStart } from '../islands/grading/grading-start.ts'

/** What a form was drawn from. A save sends what differs from these fields, and names these revisions. */
export interface Drawn {
  /** The person for whom the form was drawn: another one may have signed in since. */
  readonly userId: number
  readonly assessmentRevision: number
  readonly feedbackId: string
  readonly feedbackRevision: number
  readonly fields: Fields
}

export const drawnFrom = ({ userId, assessment, feedback, fields }: GradingStart): Drawn => ({
  userId,
  assessmentRevision: assessment.revision,
  feedbackId: feedback.id,
  feedbackRevision: feedback.revision,
  fields,
})

/** Reads the hidden field `drawn` of a form. Whatever it says, the boundary checks the save. @throws HttpError validation_failed */
export function readDrawn(text: string | null): Drawn {
  try {
    const drawn = JSON.parse(text ?? '') as Partial<Drawn> | null
    const { userId, assessmentRevision, feedbackId, feedbackRevision, fields } = drawn ?? {}
    if (
      Number.isSafeInteger(userId) &&
      Number.isSafeInteger(assessmentRevision) &&
      Number.isSafeInteger(feedbackRevision) &&
      /^[0-9a-f-]{36}$/.test(feedbackId ?? '') &&
      typeof fields === 'object' &&
      Object.entries(fields ?? { none: null }).every(([path, value]) => isPath(path) && typeof value === 'string')
    )
      return drawn as Drawn
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new HttpError('validation_failed')
}
