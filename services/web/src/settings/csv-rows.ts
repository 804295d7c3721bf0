import { withoutBlankRows } from '@course-grading/domain/csv/without-blank-rows'

export interface CsvRow {
  /** As a spreadsheet counts it; the header is 1. */
  readonly number: number
  /** Its first cell, without quotes. */
  readonly first: string
}

/** The rows below the header that have a value: as the boundary counts them, from 0. */
export function csvRows(text: string): CsvRow[] {
  const rows = splitRows(text).map((row, place) => ({ row, number: place + 1 }))
  const [, ...below] = rows.filter(({ row }) => withoutBlankRows(row) !== '')
  return below.map(({ row, number }) => ({ number, first: firstCell(row) }))
}

/** A line end between quotes belongs to its row. */
function splitRows(text: string): string[] {
  const rows: string[] = []
  let row = ''
  for (const line of text.split(/\r\n|\r|\n/)) {
    row = row === '' ? line : `${row}\n${line}`
    if (row.split('"').length % 2 === 0) continue
    rows.push(row)
    row = ''
  }
  return row === '' ? rows : [...rows, row]
}

function firstCell(row: string): string {
  const [, quoted, plain = ''] = /^\s*(?:"((?:[^"]|"")*)"|([^;]*))/.exec(row) ?? []
  return (quoted?.replaceAll('""', '"') ?? plain).trim()
}
