import type { Locale, Texts } from '../../texts/texts.ts'
import { formatPoints } from '../display/formats.ts'
import { localizedText } from '../display/localized-text.ts'
import type { Criterion } from './criterion-fields.tsx'
import { type Fields, paths } from './fields.ts'
import { numberAt } from './typed-values.ts'

/** What a digit changes in a criterion: the level, or a check, where the key of the chosen one takes it back. Null for an unknown digit. */
export function chooseByKey(criterion: Criterion, index: number, fields: Fields): Fields | null {
  if (criterion.kind === 'levels') {
    const level = criterion.levels[index]
    const path = paths.levelId(criterion.id)
    return level === undefined ? null : { [path]: fields[path] === level.id ? '' : level.id }
  }
  if (criterion.kind === 'points') return null
  const check = criterion.checks[index]
  if (check === undefined) return null
  const path = paths.check(criterion.id, check.id)
  const times = numberAt(path, fields[path] ?? '') ?? 0
  const next = times === check.maxTimes ? 0 : times + 1
  return { [path]: next === 0 ? '' : String(next), ...(next > 0 && { [paths.none(criterion.id)]: '' }) }
}

interface Wording {
  readonly texts: Texts
  readonly locale: Locale
}

/** Says what a digit changed, since the change may be out of sight, or that there is nothing to choose by it. */
export function choiceText(
  criterion: Criterion,
  index: number,
  changes: Fields | null,
  { texts, locale }: Wording,
): string {
  const choices = criterion.kind === 'levels' ? criterion.levels : criterion.kind === 'checks' ? criterion.checks : []
  const chosen = choices[index]
  const title = localizedText(criterion.title, locale)
  const name = chosen === undefined ? '' : localizedText(chosen.title, locale)
  if (changes === null) return `${title}: ${texts.live.noChoice((index + 1) % 10)}`
  if (Object.values(changes)[0] === '') return `${title}: ${name} ${texts.live.cleared}`
  const times = criterion.kind === 'checks' ? Number(Object.values(changes)[0]) : 1
  return `${title}: ${texts.live.chosen(name, formatPoints(locale, times * (chosen?.points ?? 0)))}`
}
