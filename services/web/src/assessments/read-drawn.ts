import { HttpError } from '@course-grading/http-kit'
import type { Drawn } from './form-state.ts'

/** What a page of ours was drawn from, as its form sends it back. Whatever it says, the boundary checks the save. @throws HttpError validation_failed */
export function readDrawn(text: string | null): Drawn {
  try {
    const drawn = JSON.parse(text ?? '') as Partial<Drawn> | null
    const { userId, assessmentRevision, feedbackId, feedbackRevision, state } = drawn ?? {}
    if (
      Number.isSafeInteger(userId) &&
      Number.isSafeInteger(assessmentRevision) &&
      Number.isSafeInteger(feedbackRevision) &&
      /^[0-9a-f-]{36}$/.test(feedbackId ?? '') &&
      typeof state?.criteria === 'object' &&
      typeof state.annotations === 'object' &&
      typeof state.adjustment === 'object'
    )
      return drawn as Drawn
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new HttpError('validation_failed')
}
