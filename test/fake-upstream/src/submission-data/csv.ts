import type { JsonObject } from '../http/json.ts'

/** The columns are in the order in which the rows first have them. */
export function toCsv(rows: readonly JsonObject[], separator = ','): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0) return ''
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  return lines.map((line) => `${line.map((text) => quote(text, separator)).join(separator)}\r\n`).join('')
}

function cell(value: JsonObject[string] | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function quote(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
