import type { Locale } from '../texts/texts.ts'

/** Points and parts are written by one rule, here and in what A+ is sent. */
export { formatNumber as formatPoints, formatPercent } from '@course-grading/domain/localisation/numbers'

/** A time to the minute, as the language writes it, in the time zone of the process. */
export const formatTime = (locale: Locale, instant: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(instant))

export const formatDate = (locale: Locale, instant: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(Date.parse(instant))
