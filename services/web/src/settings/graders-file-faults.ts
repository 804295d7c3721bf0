import type { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Fault } from '../islands/forms/form-look.ts'
import type { Texts } from '../texts/texts.ts'
import type { CsvRow } from './csv-rows.ts'

/** Each fault of a file of graders, by the row as a spreadsheet counts it. */
export function faultsOfFile({ fieldErrors }: FrontendTransportError, texts: Texts, rows: readonly CsvRow[]): Fault[] {
  const { row: rowText, byColumn, ofRow, header, notCsv, tooMany } = texts.gradersFile
  const { byCode } = texts.forms
  return fieldErrors.map(({ path, code }): Fault => {
    const [, row, column] = /^\$\.rows\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? []
    if (row === undefined) {
      const whole = { '$.header': header, '$.rows': tooMany }[path]
      return { field: null, title: null, text: code === 'too_many_issues' ? byCode.too_many_issues : (whole ?? notCsv) }
    }
    const number = rows[Number(row)]?.number ?? Number(row) + 2
    const isColumn = column !== undefined && Object.hasOwn(byColumn, column)
    const name = isColumn ? column : null
    const own = isColumn ? byColumn[column as keyof typeof byColumn] : ofRow
    const byOwnCode = column === 'email' && Object.hasOwn(byCode, code) && code !== 'invalid_value'
    const text = byOwnCode || code === 'required' ? byCode[code as keyof typeof byCode] : own
    return { field: null, title: [rowText(number), ...(name === null ? [] : [name])].join(', '), text }
  })
}
