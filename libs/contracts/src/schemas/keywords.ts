// Rules that JSON Schema has no keyword for. Other validators ignore unknown `x-` keywords; the one of libs/http-kit has these functions.

/** `x-normalize: "NFC"`: a string is brought to this Unicode normal form before its other rules apply. */
export function normalizeText(form: 'NFC', text: string): string {
  return text.normalize(form)
}

const timeForm =
  /^(\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d+))?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))$/

/** Milliseconds since 1970 of an RFC 3339 time, finer fractions cut off; null for other text, and for second 60, which PostgreSQL lacks. */
export function readTime(text: string): number | null {
  const [, local, fraction = '', sign = '+', hours = '0', minutes = '0'] = timeForm.exec(text) ?? []
  if (local === undefined) return null
  const localMs = Date.parse(`${local}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // `Date` reads a day that the month does not have as one of the next month.
  if (Number.isNaN(localMs) || !new Date(localMs).toISOString().startsWith(local)) return null
  return localMs - Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** `x-years: [1970, 9999]`: years in UTC. A time in an object becomes UTC with milliseconds; null for a time of another year. */
export function utcWithin([first, last]: readonly [first: number, last: number], timeMs: number): string | null {
  const time = new Date(timeMs)
  const year = time.getUTCFullYear()
  return first <= year && year <= last ? time.toISOString() : null
}

/** `x-unique-by: "userId"`: indexes of the items whose value of this field occurs in an earlier item. */
export function repeatedBy(field: string, items: readonly unknown[]): number[] {
  return repeatedItems(
    items.map((item) =>
      typeof item === 'object' && item !== null && field in item
        ? (item as Record<string, unknown>)[field]
        : Symbol('absent'),
    ),
  )
}

/** Indexes of the scalars that occur earlier in the list. */
export function repeatedItems(items: readonly unknown[]): number[] {
  const seen = new Set<unknown>()
  return items.flatMap((item, index) => {
    if (seen.has(item)) return [index]
    seen.add(item)
    return []
  })
}
