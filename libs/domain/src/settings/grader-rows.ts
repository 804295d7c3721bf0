import { byteOrderMark, csvHeader, csvLine } from '../csv/csv-line.ts'
import { readListCell, listCell, trimBlanks } from '../csv/list-cell.ts'
import type { IssueCode } from '../errors/error-codes.ts'
import type { Issue } from '../errors/domain-error.ts'
import type { Grader } from './course-settings.ts'

export const graderColumns = ['email', 'languages', 'feedbackTags', 'gradingTags'] as const
export type GraderColumn = (typeof graderColumns)[number]
export type GraderCells = Readonly<Record<GraderColumn, string>>

export const maxGraderRows = 200
const maxCellBytes = 8 * 1024
const languageList = { maxValues: 16, form: /^[a-z]{2,3}(-[A-Z]{2})?$/, wrong: 'is not a language code' }
const tagList = { maxValues: 64, form: /^[^]{1,128}$/u, wrong: 'is not a tag: empty, or longer than 128 characters' }

/** An e-mail address that others may have too, or a user id. */
type GraderName = { readonly email: string } | { readonly userId: number }

export interface GraderRow extends Omit<Grader, 'userId'> {
  readonly name: GraderName
}

export type GraderRowsReading =
  | { readonly ok: true; readonly rows: readonly GraderRow[] }
  | { readonly ok: false; readonly code: 'validation_failed'; readonly issues: readonly Issue[] }

/** Reports every issue of every row at once. No message quotes the file. */
export function readGraderRows(cells: readonly GraderCells[]): GraderRowsReading {
  if (cells.length > maxGraderRows) {
    return {
      ok: false,
      code: 'validation_failed',
      issues: [{ path: '$.rows', code: 'too_long', message: `At most ${maxGraderRows} rows.` }],
    }
  }
  const issues: Issue[] = []
  const rows = cells.map((row, index) =>
    readRow(row, (column, code, message) => {
      issues.push({ path: graderCellPath(index, column), code, message })
    }),
  )
  return issues.length > 0 ? { ok: false, code: 'validation_failed', issues } : { ok: true, rows }
}

/** JSON path of a cell; the first row after the header is 0. */
export function graderCellPath(row: number, column: GraderColumn): string {
  return `$.rows[${row}].${column}`
}

type Report = (column: GraderColumn, code: IssueCode, message: string) => void

function readRow(cells: GraderCells, report: Report): GraderRow {
  const name = readName(cells.email, report)
  const languages = readList(cells.languages, 'languages', languageList, report)
  if (languages === undefined) report('languages', 'required', 'A grader has at least one language.')
  else if (languages?.length === 0) report('languages', 'too_short', 'A grader has at least one language.')
  const feedbackTags = readList(cells.feedbackTags, 'feedbackTags', tagList, report)
  const gradingTags = readList(cells.gradingTags, 'gradingTags', tagList, report)
  return {
    name,
    languages: languages ?? [],
    ...(feedbackTags && { feedbackTags }),
    ...(gradingTags && { gradingTags }),
  }
}

function readName(cell: string, report: Report): GraderName {
  const text = trimBlanks(cell)
  if (text === '') report('email', 'required', 'An e-mail address or a user id is required.')
  else if (!/^[0-9]+$/.test(text)) {
    if (!isAddress(text)) report('email', 'invalid_format', 'Must be an e-mail address or a user id.')
    return { email: text }
  } else if (text.startsWith('0') || !Number.isSafeInteger(Number(text)))
    report('email', 'invalid_format', 'Must be a user id.')
  return { userId: Number(text) }
}

/** Excludes commas, since upstream's query separates addresses by commas. */
function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s,@\p{Cc}]+@[^\s,@\p{Cc}]+$/u.test(text)
}

/** Undefined if there is no list; null if the cell is unreadable, which is then reported. */
function readList(
  cell: string,
  column: GraderColumn,
  limits: typeof tagList,
  report: Report,
): readonly string[] | undefined | null {
  if (Buffer.byteLength(cell) > maxCellBytes) {
    report(column, 'too_long', `At most ${maxCellBytes} bytes.`)
    return null
  }
  const values = readListCell(cell)
  if (values === null) report(column, 'invalid_format', 'The quotes inside this cell do not match.')
  else if (values && values.length > limits.maxValues) report(column, 'too_long', `At most ${limits.maxValues} values.`)
  else {
    const seen = new Set<string>()
    for (const [index, value] of values?.entries() ?? []) {
      if (!limits.form.test(value)) report(column, 'invalid_format', `Value ${index + 1} ${limits.wrong}.`)
      else if (seen.has(value)) report(column, 'duplicate', `Value ${index + 1} is a duplicate.`)
      seen.add(value)
    }
  }
  return values
}

/** `readGraderRows` reads the graders back. `addressOf` finds an address by which only this person is found; else the id is written. */
export function gradersCsv(graders: readonly Grader[], addressOf: (userId: number) => string | undefined): string {
  const lines = graders.map((grader) => {
    const address = addressOf(grader.userId)
    const name = address !== undefined && isAddress(address) ? address : String(grader.userId)
    return csvLine([name, listCell(grader.languages), listCell(grader.feedbackTags), listCell(grader.gradingTags)])
  })
  return byteOrderMark + csvHeader(graderColumns) + lines.join('')
}
