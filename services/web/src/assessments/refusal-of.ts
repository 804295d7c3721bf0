import type { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Locale, Texts } from '../texts/texts.ts'
import { localizedText } from './localized-text.ts'

export interface PlainRefusal {
  readonly message: string
  readonly fieldErrors: FrontendTransportError['fieldErrors']
  readonly showsDifferences: boolean
}

/** What a person can do about it, where the page goes on with what was typed; null for anything else. */
export function refusalOf({ code, fieldErrors }: FrontendTransportError, texts: Texts): PlainRefusal | null {
  const { refusals } = texts.grading
  if (code === undefined || !Object.hasOwn(refusals, code)) return null
  return {
    message: refusals[code as keyof typeof refusals],
    fieldErrors,
    showsDifferences: ['merge_conflict', 'revision_conflict', 'claim_lost'].includes(code),
  }
}

interface Naming {
  readonly texts: Texts
  readonly locale: Locale
}

/** A sentence for each, with the criterion by its title. */
export function gapsOf(
  { fieldErrors }: Pick<PlainRefusal, 'fieldErrors'>,
  { rubric }: Pick<Assessment, 'rubric'>,
  { texts, locale }: Naming,
): string[] {
  const { gaps, otherGap } = texts.grading
  return fieldErrors.map(({ path, code }) => {
    const criterion = rubric.document.criteria.find(({ id }) => path.startsWith(`$.scores.${id}`))
    const what = Object.hasOwn(gaps, code) ? gaps[code as keyof typeof gaps] : otherGap
    return criterion === undefined ? what : `${localizedText(criterion.title, locale)}: ${what}`
  })
}
