import { guardFormulas } from './formula-guard.ts'

/** A line of a CSV file (RFC 4180, but separated by `;`), its end included: every cell is quoted, and none is a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guardFormulas(cell).replaceAll('"', '""')}"`).join(';')}\r\n`
}

/** The first line: names of columns, which need no quotes. */
export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(';')}\r\n`
}
