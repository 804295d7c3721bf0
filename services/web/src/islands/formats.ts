import type { Locale } from '../texts/texts.ts'

/** A time to the minute, as the language writes it, in the time zone of the process. */
export const formatTime = (locale: Locale, instant: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(instant))

export const formatDate = (locale: Locale, instant: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(Date.parse(instant))

/** Formats are made once, since the grading page writes all its points at each key. */
const pointFormats = { en: pointFormat('en'), fi: pointFormat('fi') }

function pointFormat(locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
}

export const formatPoints = (locale: Locale, points: number): string => pointFormats[locale].format(points)

/** A part of one, as `50 %`. */
export const formatPercent = (locale: Locale, part: number): string => `${formatPoints(locale, part * 100)} %`
