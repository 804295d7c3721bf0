import { unguardFormulas } from '@course-grading/domain/csv/formula-guard'
import { withoutBlankRows } from '@course-grading/domain/csv/without-blank-rows'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import {
  graderColumns,
  type GraderCells,
  type GraderRowsReading,
  maxGraderRows,
  readGraderRows,
} from '@course-grading/domain/settings/grader-rows'
import { CsvError, parse } from 'csv-parse/sync'

type GradersReading =
  | GraderRowsReading
  | { readonly ok: false; readonly code: 'invalid_csv'; readonly issues: readonly Issue[]; readonly detail?: string }

const header = graderColumns.join(';')
/** Each name may be quoted, as a spreadsheet does that quotes all cells with text. */
const headerForm = new RegExp(`^${graderColumns.map((name, index) => `("?)${name}\\${index + 1}`).join(';')}$`)
const howToSave =
  'Save it again as "CSV UTF-8" (Excel), or as "Text CSV" with the character set "Unicode (UTF-8)" (LibreOffice), with semicolons between the columns.'

/** `invalid_csv`: no strict UTF-8 with at most one BOM and no NUL, another header, not RFC 4180 with `;`. Then `validation_failed`: issues by row, never content. */
export function readGradersCsv(bytes: Uint8Array): GradersReading {
  const text = decodeUtf8(bytes)
  if (text === null || isUtf16(bytes)) return invalid('$', 'Must be text in UTF-8.', { detail: howToSave })
  if (text.includes('\0')) return invalid('$', 'Must not contain U+0000 (NUL).')
  // The header, and one row more than the limit, which shows that there are too many.
  const rows = withoutBlankRows(text, maxGraderRows + 2)
  const [first = '', lineEnd = ''] = /^([^\r\n]*)(\r\n|\r|\n)?/.exec(rows)?.slice(1) ?? []
  if (!headerForm.test(first)) return invalid('$.header', `The first line must be ${header}`)

  const records = parseRecords(rows.slice(first.length + lineEnd.length), maxGraderRows + 1)
  if (!records.ok) return invalid(`$.rows[${records.row}]`, records.message)
  const uneven = records.rows.findIndex((cells) => cells.length !== graderColumns.length)
  if (uneven >= 0)
    return invalid(`$.rows[${uneven}]`, `A row must have ${graderColumns.length} cells, separated by semicolons.`)
  return readGraderRows(
    records.rows.map(([email = '', languages = '', feedbackTags = '', gradingTags = '']): GraderCells => ({
      email: unguardFormulas(email),
      languages: unguardFormulas(languages),
      feedbackTags: unguardFormulas(feedbackTags),
      gradingTags: unguardFormulas(gradingTags),
    })),
  )
}

function invalid(path: string, message: string, more: { readonly detail?: string } = {}): GradersReading {
  return { ok: false, code: 'invalid_csv', issues: [{ path, code: 'invalid_format', message }], ...more }
}

/** With its byte order mark it is no UTF-8. Without, it is UTF-8 with a NUL beside each character of the header. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0) !== (second === 0)
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    // The decoder removes one byte order mark. A second one stays, and makes the header invalid.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

type Records =
  | { readonly ok: true; readonly rows: readonly string[][] }
  | { readonly ok: false; readonly row: number; readonly message: string }

/** Characters: four cells of max length, all doubled quotes. A longer row would only keep the event loop busy. */
const maxRow = 131_072

function parseRecords(text: string, to: number): Records {
  try {
    return {
      ok: true,
      rows: parse(text, {
        delimiter: ';',
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        max_record_size: maxRow,
        to,
      }),
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message =
      error.code === 'CSV_MAX_RECORD_SIZE'
        ? 'This row is too long, or its quotes do not match.'
        : 'The quotes of this row do not match.'
    return { ok: false, row: typeof error['records'] === 'number' ? error['records'] : 0, message }
  }
}
