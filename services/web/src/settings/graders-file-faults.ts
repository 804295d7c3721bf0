import type { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Fault } from '../islands/forms/form-look.ts'
import type { Texts } from '../texts/texts.ts'
import type { CsvRow } from './csv-rows.ts'

/** Each fault of a file of graders, by the row as a spreadsheet counts it, in the order of the rows. */
export function faultsOfFile({ fieldErrors }: FrontendTransportError, texts: Texts, rows: readonly CsvRow[]): Fault[] {
  const { row: rowText, byColumn, ofRow, header, notCsv, tooMany } = texts.gradersFile
  const { byCode } = texts.forms
  const faults = fieldErrors.map(({ path, code }): { readonly number: number; readonly fault: Fault } => {
    const [, row, column] = /^\$\.rows\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
    if (row === undefined) {
      const whole = { '$.header': header, '$.rows': tooMany }[path] ?? notCsv
      const text = code === 'too_many_issues' ? byCode.too_many_issues : whole
      return { number: Infinity, fault: { field: null, title: null, text } }
    }
    const number = rows[Number(row)]?.number ?? Number(row) + 2
    const isColumn = column !== undefined && Object.hasOwn(byColumn, column)
    const own = isColumn ? byColumn[column as keyof typeof byColumn] : ofRow
    const needed = code === 'too_short' ? 'required' : code
    const isOwn = ['invalid_value', 'invalid_format'].includes(code) || !Object.hasOwn(byCode, needed)
    const title = [rowText(number), ...(isColumn ? [column] : [])].join(', ')
    return { number, fault: { field: null, title, text: isOwn ? own : byCode[needed as keyof typeof byCode] } }
  })
  return faults.toSorted((one, other) => one.number - other.number).map(({ fault }) => fault)
}
