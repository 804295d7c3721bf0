import type { Clock } from './clock.ts'

/** Points and parts are written by one rule, here and in what A+ is sent. */
export { formatNumber as formatPoints, formatPercent } from '@course-grading/domain/localisation/numbers'

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
