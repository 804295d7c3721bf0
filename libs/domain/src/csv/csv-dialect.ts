/** How a file is written so that a spreadsheet opens its numbers as numbers, which depends on the language of the spreadsheet. */
export type CsvDialect = keyof typeof csvDialects

export const csvDialects = {
  comma: { separator: ',', decimalSign: '.' },
  semicolon: { separator: ';', decimalSign: ',' },
} as const

/** By the decimal sign of a locale such as `fi` or `fi_FI`; `comma` where it is unknown. */
export function csvDialectOf(locale: string): CsvDialect {
  const tag = locale.replaceAll('_', '-')
  return isKnown(tag) && decimalSignOf(tag) === csvDialects.semicolon.decimalSign ? 'semicolon' : 'comma'
}

/** Without this check, an unknown language would be taken for the one of the process. */
function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

const decimalSignOf = (tag: string): string | undefined =>
  new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
