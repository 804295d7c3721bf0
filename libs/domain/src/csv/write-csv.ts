import { guardFormulas } from './formula-guard.ts'

/** One line of a CSV file (RFC 4180, but separated by `;`), its end included: every cell quoted, nothing in it a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${guardFormulas(cell).replaceAll('"', '""')}"`).join(';')}\r\n`
}

/** The first line: bare names, which are ours. */
export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(';')}\r\n`
}
