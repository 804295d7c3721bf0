import type { Locale } from '../texts/texts.ts'
import type { Clock } from './clock.ts'

const timeStyles = {
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  'time of day': { timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type TimeStyle = keyof typeof timeStyles

/** As the language writes it. A browser that does not know the zone's name writes UTC, and says so. */
export function formatInstant({ locale, zone }: Clock, at: string | number, style: TimeStyle): string {
  const instant = new Date(at)
  try {
    return new Intl.DateTimeFormat(locale, { ...timeStyles[style], timeZone: zone }).format(instant)
  } catch {
    return `${new Intl.DateTimeFormat(locale, { ...timeStyles[style], timeZone: 'UTC' }).format(instant)} UTC`
  }
}

/** Formats are made once, since the grading page writes all its points at each key. */
const pointFormats = { en: pointFormat('en'), fi: pointFormat('fi') }

function pointFormat(locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
}

export const formatPoints = (locale: Locale, points: number): string => pointFormats[locale].format(points)

/** A part of one, as `50 %`. */
export const formatPercent = (locale: Locale, part: number): string => `${formatPoints(locale, part * 100)} %`
