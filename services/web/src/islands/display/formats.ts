import { formatNumber } from '@course-grading/domain/localisation/numbers'
import type { Locale } from '../../texts/texts.ts'
import type { Clock } from './clock.ts'

/** Points and parts are written by one rule, here and in what A+ is sent. */
export { formatNumber as formatPoints, formatPercent } from '@course-grading/domain/localisation/numbers'

/** As `8 / 10`, on one line; the points alone where there is no single maximum. */
export const formatOutOf = (locale: Locale, points: number, maxPoints: number | null): string =>
  [points, maxPoints].flatMap((each) => (each === null ? [] : [formatNumber(locale, each)])).join('\u00a0/\u00a0')

/** In the reader's language; a code that is none stays as it is. */
export function languageName(locale: Locale, code: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

const timeStyles = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  'time of day': { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type TimeStyle = keyof typeof timeStyles

/** Swedish as in Finland: 1.30, not 01:30. */
const tagOf = (locale: Clock['locale']): string => (locale === 'sv' ? 'sv-FI' : locale)

/** As the language writes it, without the present year. A browser that does not know the zone's name writes UTC, and says so. */
export function formatInstant({ locale, zone }: Clock, at: string | number, style: TimeStyle): string {
  const instant = new Date(at)
  try {
    return written(new Intl.DateTimeFormat(tagOf(locale), { ...timeStyles[style], timeZone: zone }), instant)
  } catch {
    return `${written(new Intl.DateTimeFormat(tagOf(locale), { ...timeStyles[style], timeZone: 'UTC' }), instant)} UTC`
  }
}

function written(format: Intl.DateTimeFormat, instant: Date): string {
  const parts = format.formatToParts(instant)
  const yearOf = (of: Intl.DateTimeFormatPart[]) => of.find(({ type }) => type === 'year')?.value
  if (yearOf(parts) !== yearOf(format.formatToParts(Date.now()))) return format.format(instant)
  return parts
    .filter(({ type }) => type !== 'year')
    .map(({ value }, place) => (parts[place + 1]?.type === 'year' ? value.replace(/,?\s*$/, '') : value))
    .join('')
}
