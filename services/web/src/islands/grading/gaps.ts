import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { jsonPath } from '@course-grading/domain/json/json-path'
import type { Locale, Texts } from '../../texts/texts.ts'
import { localizedText } from '../localized-text.ts'

/** What is missing or wrong, and where in the documents: a path such as `$.scores.structure`. */
export interface Gap {
  readonly path: string
  readonly text: string
}

interface Issue {
  readonly path: string
  readonly code: string
}

interface Naming {
  readonly texts: Texts
  readonly locale: Locale
  readonly rubric: Pick<Assessment['rubric'], 'document'>
}

/** A sentence for each issue, with the criterion by its title. */
export function gapsOf(issues: readonly Issue[], { texts, locale, rubric }: Naming): Gap[] {
  const { live } = texts
  const { gaps, otherGap } = texts.grading
  return issues
    .filter(({ code }) => code !== 'changed')
    .map(({ path, code }) => {
      const criterion = rubric.document.criteria.find(({ id }) => isBelow(path, jsonPath(['scores', id])))
      const known = Object.hasOwn(gaps, code) ? gaps[code as keyof typeof gaps] : otherGap
      const isEmptied = code === 'invalid_value' && /^\$\.annotations.*\.body$/.test(path)
      const what = code === 'unreadable' ? live.unreadable : isEmptied ? live.emptied : known
      return { path, text: criterion === undefined ? what : `${localizedText(criterion.title, locale)}: ${what}` }
    })
}

/** The field's path for an issue's path such as `$.annotations["1a"].body`. */
export const fieldPathOf = (path: string): string =>
  Array.from(path.matchAll(/\.([\w-]+)|\["([^"]+)"\]/g), ([, plain, quoted]) => plain ?? quoted).join('/')

export const gapsAt = (gaps: readonly Gap[], ...path: readonly string[]): Gap[] =>
  gaps.filter((gap) => isBelow(gap.path, jsonPath(path)))

export const isBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}.`) || path.startsWith(`${above}[`)
