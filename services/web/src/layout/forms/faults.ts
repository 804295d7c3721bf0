import type { FieldError } from '@course-grading/frontend-transport'
import type { Fault } from '../../islands/forms/form-look.ts'
import type { Texts } from '../../texts/texts.ts'

/** Where a fault of the boundary belongs. */
export interface FaultPlace {
  /** Null where another page has the field, or none. */
  readonly field: string | null
  readonly title: string | null
  readonly href?: string
  /** Which entry of a list is meant, as it was typed. */
  readonly entry?: string | undefined
  /** Where there is more to say than its code does. */
  readonly text?: string
}

interface Refused {
  readonly code: string | undefined
  readonly fieldErrors: readonly FieldError[]
}

/** Each fault of a refused form in a sentence, by code and path; `$` is the path of what has no field. */
export function faultsOf(
  { code, fieldErrors }: Refused,
  { forms: { byCode, otherwise } }: Texts,
  placeOf: (path: string, code: string) => FaultPlace | null,
): Fault[] {
  const textOf = (of: string): string => (Object.hasOwn(byCode, of) ? byCode[of as keyof typeof byCode] : otherwise)
  if (fieldErrors.length === 0) {
    if (code === undefined) return []
    const { text = textOf(code) }: Partial<FaultPlace> = placeOf('$', code) ?? {}
    return [{ field: null, title: null, text }]
  }
  const faults = fieldErrors.map(({ path, code: own }) => {
    const { entry, text = textOf(own), ...place }: FaultPlace = placeOf(path, own) ?? { field: null, title: null }
    return { ...place, text: entry === undefined ? text : `${entry}: ${text}` }
  })
  // Several entries of one list may be wrong in the same way.
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()]
}
