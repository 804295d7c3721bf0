import type { Locale, Texts } from '../../texts/texts.ts'
import { formatPoints } from '../display/formats.ts'
import { localizedText } from '../display/localized-text.ts'
import type { Criterion } from './criterion-fields.tsx'
import { type Score, withCheck } from './fields.ts'

/** The score after a digit: another level, or another count of a check, where the key of the chosen one takes it back. Null for an unknown digit. */
export function chooseByKey(criterion: Criterion, index: number, score: Score): Score | null {
  if (criterion.kind === 'levels') {
    const level = criterion.levels[index]
    return level === undefined ? null : { ...score, levelId: score.levelId === level.id ? '' : level.id }
  }
  if (criterion.kind === 'points') return null
  const check = criterion.checks[index]
  if (check === undefined) return null
  const times = timesOf(score, check.id)
  return { ...score, checks: withCheck(score.checks, check.id, times === check.maxTimes ? '' : times + 1) }
}

function timesOf({ checks }: Score, checkId: string): number {
  const times = checks.times.get(checkId)
  return typeof times === 'number' ? times : 0
}

interface Wording {
  readonly texts: Texts
  readonly locale: Locale
}

/** Says what a digit changed, since the change may be out of sight, or that there is nothing to choose by it. */
export function choiceText(
  criterion: Criterion,
  index: number,
  score: Score | null,
  { texts, locale }: Wording,
): string {
  const choices = criterion.kind === 'levels' ? criterion.levels : criterion.kind === 'checks' ? criterion.checks : []
  const chosen = choices[index]
  const title = localizedText(criterion.title, locale)
  const name = chosen === undefined ? '' : localizedText(chosen.title, locale)
  if (score === null) return `${title}: ${texts.live.noChoice((index + 1) % 10)}`
  const times = criterion.kind === 'checks' ? timesOf(score, chosen?.id ?? '') : Number(score.levelId !== '')
  if (times === 0) return `${title}: ${name} ${texts.live.cleared}`
  return `${title}: ${texts.live.chosen(name, formatPoints(locale, times * (chosen?.points ?? 0)))}`
}
