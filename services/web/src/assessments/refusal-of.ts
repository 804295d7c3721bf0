import type { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Texts } from '../texts/texts.ts'

export interface PlainRefusal {
  readonly message: string
  readonly issues: readonly { readonly path: string; readonly code: string }[]
}

/** The text for a person about a save, or a later call, that failed. */
export function refusalOf({ code = '', status, fieldErrors }: FrontendTransportError, texts: Texts): PlainRefusal {
  const { refusals, notSent, sessionEnded } = texts.grading
  const otherwise = status === 401 ? sessionEnded : notSent
  return {
    message: Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : otherwise,
    issues: fieldErrors,
  }
}
