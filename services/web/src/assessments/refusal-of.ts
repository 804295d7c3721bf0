import { jsonPath } from '@course-grading/domain/json/json-path'
import type { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Locale, Texts } from '../texts/texts.ts'
import { localizedText } from './localized-text.ts'

export interface PlainRefusal {
  readonly message: string
  readonly fieldErrors: FrontendTransportError['fieldErrors']
}

/** What a person can do about a save, or what follows it, that did not succeed. */
export function refusalOf({ code = '', status, fieldErrors }: FrontendTransportError, texts: Texts): PlainRefusal {
  const { refusals, notSent, sessionEnded } = texts.grading
  const otherwise = status === 401 ? sessionEnded : notSent
  return {
    message: Object.hasOwn(refusals, code) ? refusals[code as keyof typeof refusals] : otherwise,
    fieldErrors,
  }
}

interface Naming {
  readonly texts: Texts
  readonly locale: Locale
}

/** What is missing or wrong, and where in the documents: a path such as `$.scores.structure`. */
export interface Gap {
  readonly path: string
  readonly text: string
}

/** A sentence for each, with the criterion by its title. */
export function gapsOf(
  { fieldErrors }: Pick<PlainRefusal, 'fieldErrors'>,
  { rubric }: Pick<Assessment, 'rubric'>,
  { texts, locale }: Naming,
): Gap[] {
  const { gaps, otherGap } = texts.grading
  return fieldErrors
    .filter(({ code }) => code !== 'changed')
    .map(({ path, code }) => {
      const criterion = rubric.document.criteria.find(({ id }) => isBelow(path, jsonPath(['scores', id])))
      const what = Object.hasOwn(gaps, code) ? gaps[code as keyof typeof gaps] : otherGap
      return { path, text: criterion === undefined ? what : `${localizedText(criterion.title, locale)}: ${what}` }
    })
}

/** The gaps of one field or group of fields. */
export const gapsAt = (gaps: readonly Gap[], ...path: readonly string[]): Gap[] =>
  gaps.filter((gap) => isBelow(gap.path, jsonPath(path)))

const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
