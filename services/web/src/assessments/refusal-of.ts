import type { CallError } from '../layout/write-route.tsx'
import type { Texts } from '../texts/texts.ts'

export interface PlainRefusal {
  readonly message: string
  /** Where somebody who teaches the course reads another text. */
  readonly messageForTeachers?: string
  readonly issues: readonly { readonly path: string; readonly code: string }[]
}

/** The text for a person about a save, or a later call, that failed. */
export function refusalOf({ code = '', status, fieldErrors }: CallError, texts: Texts): PlainRefusal {
  const { refusals, notSent, sessionEnded, ambiguousForTeachers } = texts.grading
  const { not_found: notFound } = texts.problems.byCode
  const otherwise = new Map([
    [401, sessionEnded],
    [404, notFound],
  ]).get(status ?? 0)
  return {
    message: Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : (otherwise ?? notSent),
    ...(code === 'delivery_ambiguous' && { messageForTeachers: ambiguousForTeachers }),
    issues: fieldErrors,
  }
}
