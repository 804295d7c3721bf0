import Type from 'typebox'
import { UpstreamError } from '../call/upstream-error.ts'

export const dateTime = Type.String({ format: 'date-time', maxLength: 40 })

/** A time of A+ in UTC with milliseconds. A+ gives times in the site's time zone with microseconds. */
export function utcTime(time: string): string {
  const utc = storableTime(new Date(time))
  if (utc === null) throw new UpstreamError('schema') // e.g. a leap second, which the format allows
  return utc
}

/** In UTC with milliseconds; null for a time that the database cannot hold, and for an invalid date. */
export function storableTime(at: Date): string | null {
  const year = at.getUTCFullYear()
  return year >= 1 && year <= 9999 ? at.toISOString() : null
}
