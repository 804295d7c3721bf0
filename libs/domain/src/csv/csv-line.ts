import { type CsvDialect, csvDialects } from './csv-dialect.ts'
import { guardFormulas } from './formula-guard.ts'

export type CsvCell = string | number | null

/** A whole line of RFC 4180 with the dialect's separator. Texts are quoted, and none is a formula; numbers stay numbers. */
export function csvLine(cells: readonly CsvCell[], dialect: CsvDialect = 'semicolon'): string {
  const { separator, decimalSign } = csvDialects[dialect]
  const textOf = (cell: CsvCell): string =>
    typeof cell === 'number'
      ? String(cell).replace('.', decimalSign)
      : `"${guardFormulas(cell ?? '').replaceAll('"', '""')}"`
  return `${cells.map(textOf).join(separator)}\r\n`
}

export function csvHeader(columns: readonly string[], dialect: CsvDialect = 'semicolon'): string {
  return `${columns.join(csvDialects[dialect].separator)}\r\n`
}

/** Begins a file that people open in a spreadsheet, which would take `ä` for other characters without it. */
export const byteOrderMark = '\uFEFF'
