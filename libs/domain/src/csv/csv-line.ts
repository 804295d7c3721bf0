import { guardFormulas } from './formula-guard.ts'

/** A cell; null is an empty one. */
export type CsvCell = string | number | null

/**
 * A line of a CSV file (RFC 4180, but separated by `;`), its end included. Every text is quoted, and none is a formula; a number stands
 * as a number, so that a spreadsheet can count with it.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

function cellText(cell: CsvCell): string {
  return typeof cell === 'number' ? String(cell) : `"${guardFormulas(cell ?? '').replaceAll('"', '""')}"`
}

/** The first line: names of columns, which need no quotes. */
export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(';')}\r\n`
}

/** Begins a file that people open in a spreadsheet, which would take `ä` for other characters without it. */
export const byteOrderMark = '\uFEFF'
