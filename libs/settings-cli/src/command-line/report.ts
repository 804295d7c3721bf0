import type { CourseResult } from '../commands/compare-course.ts'
import type { Difference } from '../comparison/three-way.ts'
import { quoted } from '../yaml/scalar-text.ts'

type Value = Difference['file']
type Show = (label: string, value: Value) => string[]

/** The lines of a result for people. */
export function resultLines({ file, message, requestId, ...changes }: CourseResult, isColoured: boolean): string[] {
  const paint = (code: number, text: string) => (isColoured ? `\u001B[${code}m${text}\u001B[0m` : text)
  const removed: Show = (label, value) => (value === undefined ? [] : [paint(31, label + valueText(value))])
  const added: Show = (label, value) => (value === undefined ? [] : [paint(32, label + valueText(value))])
  const section = (
    title: string,
    list: readonly Difference[] = [],
    show: (each: Difference) => string[] = () => [],
  ) => {
    // The entries of a set stand together below its path.
    const bySet = [...Map.groupBy(list, ({ path }) => path.replace(/\[\?@==.*$/s, ''))]
    const lines = bySet.flatMap(([path, each]) => [
      `    ${printable(path)}`,
      ...each.flatMap(show).map((line) => `      ${line}`),
    ])
    return list.length === 0 ? [] : [`  ${title}:`, ...lines]
  }
  return [
    `${paint(1, file.name)}: ${printable(message)}${requestId ? ` (request ${printable(requestId)})` : ''}`,
    ...section('Of the file', changes.mine, (each) => [...removed('- ', each.service), ...added('+ ', each.file)]),
    ...section('Of others', changes.theirs, (each) => [...removed('- ', each.file), ...added('+ ', each.service)]),
    ...section('In conflict', changes.conflicts, (each) => [
      paint(32, `file:    ${valueText(each.file)}`),
      paint(31, `service: ${valueText(each.service)}`),
    ]),
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
