import Type from 'typebox'
import { UpstreamError } from '../errors.ts'

/** The schema of a time in A+'s documents. */
export const dateTime = Type.String({ format: 'date-time', maxLength: 40 })

/** A time of A+ in RFC 3339, UTC with milliseconds. A+ gives the site's time zone with microseconds. */
export function utcTime(time: string): string {
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) throw new UpstreamError('schema') // e.g. a leap second, which the format allows
  return at.toISOString()
}
