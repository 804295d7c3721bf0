const zone = 'Europe/Helsinki'
const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
})

/**
 * The form of serializer fields: ISO 8601 in the site's zone with its offset, with six digits of a fraction unless it
 * is zero.
 */
export function siteTime(atMs: number): string {
  const found = Object.fromEntries(parts.formatToParts(atMs).map((part) => [part.type, part.value]))
  const offset = (found['timeZoneName'] ?? 'GMT').replace('GMT', '') || '+00:00'
  const date = `${found['year']}-${found['month']}-${found['day']}`
  return `${date}T${found['hour']}:${found['minute']}:${found['second']}${microseconds(atMs)}${offset}`
}

export function siteTimeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : siteTime(atMs)
}

/** The form of replies that A+ caches (the exercises tree, points): UTC with `Z`. */
export function utcTime(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}${microseconds(atMs)}Z`
}

/** The form of CSV: UTC, a space instead of `T`, and the word None for null. */
export function csvTime(atMs: number | null): string {
  if (atMs === null) return 'None'
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')}${microseconds(atMs)}+00:00`
}

function microseconds(atMs: number): string {
  const fraction = ((atMs % 1000) + 1000) % 1000
  return fraction === 0 ? '' : `.${String(Math.trunc(fraction)).padStart(3, '0')}000`
}
