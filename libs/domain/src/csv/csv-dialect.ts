import { decimalSignOf } from '../localisation/numbers.ts'

/** How a file is written so that a spreadsheet opens its numbers as numbers, which depends on the language of the spreadsheet. */
export type CsvDialect = keyof typeof csvDialects

export const csvDialects = {
  comma: { separator: ',', decimalSign: '.' },
  semicolon: { separator: ';', decimalSign: ',' },
} as const

/** By the decimal sign of a locale such as `fi` or `fi_FI`; `comma` where it is unknown. */
export const csvDialectOf = (locale: string): CsvDialect =>
  decimalSignOf(locale) === csvDialects.semicolon.decimalSign ? 'semicolon' : 'comma'
