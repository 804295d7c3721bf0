/** Twelve digits are exact with two more after the sign. Groups are not read: `1,000` is a thousand to one person and one to another. */
const form = /^[-−]?(?:\d{1,12}(?:[.,]\d{0,2})?|[.,]\d{1,2})$/

/** The number that a person typed, with a point or a comma and at most two digits after it; null for any other text. */
export function readNumber(text: string): number | null {
  const typed = text.trim()
  // Adding 0 leaves no negative zero.
  return form.test(typed) ? Number(typed.replace('−', '-').replace(',', '.')) + 0 : null
}

/** A number as the language writes it. CSV has its own forms. */
export const formatNumber = (language: string, number: number): string => formatOf(language).format(number + 0)

/** A number in the field where it is typed: without groups, so that it is read as it stands there. */
export const formatTyped = (language: string, number: number): string => formatOf(language, false).format(number + 0)

/** A part of one, as `12.5 %`. */
export const formatPercent = (language: string, part: number): string => `${formatNumber(language, part * 100)} %`

export const decimalSignOf = (language: string): string | undefined =>
  formatOf(language)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value

/** Formats are kept, since the grading page writes all its points at each key. */
const formats = new Map<string, Intl.NumberFormat>()
const mostFormats = 100

/** English stands for a language that is not known, which Intl would take for the one of the process. */
function formatOf(language: string, hasGroups = true): Intl.NumberFormat {
  const key = `${language} ${hasGroups}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const tag = language.replaceAll('_', '-')
  const made = new Intl.NumberFormat(isKnown(tag) ? tag : 'en', {
    maximumFractionDigits: 2,
    useGrouping: hasGroups,
    numberingSystem: 'latn',
  })
  if (formats.size >= mostFormats) formats.clear()
  formats.set(key, made)
  return made
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}
