import type { CourseResult } from '../commands/compare-course.ts'
import type { Difference } from '@course-grading/settings-comparison/three-way'
import { quoted } from '../yaml/scalar-text.ts'

type Value = Difference['file']

export function resultLines(result: CourseResult, isColoured: boolean): string[] {
  const { file, message, requestId, mine = [], theirs = [], conflicts = [] } = result
  const paint = (code: number, text: string) => (isColoured ? `\u001B[${code}m${text}\u001B[0m` : text)
  const show = (...values: readonly (readonly [string, Value])[]) =>
    values
      .filter(([label, value]) => value !== undefined || label.length > 1)
      .map(([label, value]) => `      ${paint(/^[-s]/.test(label) ? 31 : 32, `${label} ${valueText(value)}`)}`)
  const section = (title: string, list: readonly Difference[], lines: (each: Difference) => string[]) => {
    // The entries of a set stand together below its path.
    const bySet = Map.groupBy(list, ({ path }) => path.replace(/\[\?@==.*$/s, ''))
    const shown = [...bySet].flatMap(([path, each]) => [`    ${printable(path)}`, ...each.flatMap(lines)])
    return list.length === 0 ? [] : [`  ${title}:`, ...shown]
  }
  return [
    `${paint(1, file.name)}: ${printable(message)}${requestId ? ` (request ${printable(requestId)})` : ''}`,
    ...section('Of the file', mine, (each) => show(['-', each.service], ['+', each.file])),
    ...section('Of others', theirs, (each) => show(['-', each.file], ['+', each.service])),
    ...section('In conflict', conflicts, (each) => show(['file:   ', each.file], ['service:', each.service])),
  ]
}

/** What is wrong in a file, as compilers write it. */
export function faultLines({ file, faults = [] }: CourseResult): string[] {
  return faults.map(({ line, column, path, code, message }) =>
    printable(`${file.name}:${line}:${column}: ${code}${path === undefined ? '' : ` ${path}`}: ${message}`),
  )
}

/** Texts of others may hold what a terminal obeys. */
export function printable(text: string): string {
  return quoted(text)
    .slice(1, -1)
    .replaceAll(/\\(["\\])/g, '$1')
}

function valueText(value: Value): string {
  if (value === undefined) return '(none)'
  if (typeof value === 'string') return quoted(value)
  return Array.isArray(value) ? `[${value.map(valueText).join(', ')}]` : String(value)
}
