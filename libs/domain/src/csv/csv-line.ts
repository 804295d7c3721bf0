import { guardFormulas } from './formula-guard.ts'

export type CsvCell = string | number | null

/** RFC 4180, but separated by `;`, end included. Every text is quoted and none is a formula; a number stays one to count with. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(';')}\r\n`
}

function cellText(cell: CsvCell): string {
  return typeof cell === 'number' ? String(cell) : `"${guardFormulas(cell ?? '').replaceAll('"', '""')}"`
}

export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(';')}\r\n`
}

/** Begins a file that people open in a spreadsheet, which would take `ä` for other characters without it. */
export const byteOrderMark = '\uFEFF'
