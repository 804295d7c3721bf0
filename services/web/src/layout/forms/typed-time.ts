const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?$/

/** A time as its field has it, in a zone; empty where there is none. */
export function typedTime(at: string | null, zone: string): string {
  if (at === null || Number.isNaN(Date.parse(at))) return ''
  const local = Temporal.Instant.from(new Date(at).toISOString()).toZonedDateTimeISO(zone).toPlainDateTime()
  return local.toString({ smallestUnit: 'minute' })
}

/** The time that a person typed, in a zone: null for none, undefined for a text that is no time. */
export function readTime(text: string, zone: string): string | null | undefined {
  if (text === '') return null
  if (!form.test(text)) return undefined
  try {
    return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds).toISOString()
  } catch {
    return undefined
  }
}
