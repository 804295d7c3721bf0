import type { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Texts } from '../texts/texts.ts'

interface PlainRefusal {
  readonly message: string
  readonly gaps: readonly string[]
  readonly showsDifferences: boolean
}

/** What a person can do about it, where the page goes on with what was typed; null for anything else. */
export function refusalOf({ code, fieldErrors }: FrontendTransportError, texts: Texts): PlainRefusal | null {
  const { refusals, gap } = texts.grading
  if (code === undefined || !Object.hasOwn(refusals, code)) return null
  return {
    message: refusals[code as keyof typeof refusals],
    gaps: fieldErrors.map((error) => gap(error.path, error.code)),
    showsDifferences: ['merge_conflict', 'revision_conflict', 'claim_lost'].includes(code),
  }
}
