/** The range of times that ZIP can store, in steps of two seconds: 1980 to 2107. */
const [earliest, latest] = [Date.UTC(1980, 0, 1), Date.UTC(2107, 11, 31, 23, 59, 58)]

/** Date and time in UTC as ZIP stores them, from RFC 3339; a time out of ZIP's range becomes the nearest one within. */
export function dosTime(time: string): { readonly date: number; readonly time: number } {
  const givenMs = Date.parse(time)
  const utc = new Date(Number.isNaN(givenMs) ? earliest : Math.min(Math.max(givenMs, earliest), latest))
  return {
    date: ((utc.getUTCFullYear() - 1980) << 9) | ((utc.getUTCMonth() + 1) << 5) | utc.getUTCDate(),
    time: (utc.getUTCHours() << 11) | (utc.getUTCMinutes() << 5) | (utc.getUTCSeconds() >> 1),
  }
}
