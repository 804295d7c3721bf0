import type { CourseResult } from '../commands/course-result.ts'
import type { Change, Conflict } from '../comparison/three-way.ts'
import { quoted } from '../yaml/scalar-text.ts'

export interface Paint {
  readonly removed: (text: string) => string
  readonly added: (text: string) => string
  readonly strong: (text: string) => string
}

/** Colours, or none. */
export function createPaint(isColoured: boolean): Paint {
  const paint = (code: number) => (text: string) => (isColoured ? `\u001B[${code}m${text}\u001B[0m` : text)
  return { removed: paint(31), added: paint(32), strong: paint(1) }
}

/** The lines of a result for stdout. */
export function resultLines(
  { file, message, mine = [], theirs = [], conflicts = [], requestId }: CourseResult,
  paint: Paint,
): string[] {
  const id = requestId === undefined ? '' : ` (request ${requestId})`
  return [
    `${paint.strong(file.name)}: ${printable(message)}${id}`,
    ...section(mine, '', (change) => changeLines(change, paint)),
    ...section(theirs, 'Changed by others:', (change) => changeLines(change, paint)),
    ...section(conflicts, 'In conflict:', (conflict) => conflictLines(conflict, paint)),
  ]
}

/** The lines of what is wrong for stderr, as compilers write them. */
export function faultLines({ file, faults = [] }: CourseResult): string[] {
  return faults.map(({ line, column, path, code, message }) =>
    printable(`${file.name}:${line}:${column}: ${code}${path === undefined ? '' : ` ${path}`}: ${message}`),
  )
}

/** The same for scripts. What is not there is left out. */
export function resultJson(result: CourseResult): object {
  const { file, mine, theirs, conflicts, ...others } = result
  return {
    file: file.name,
    courseId: file.courseId,
    ...others,
    ...(mine && { mine: mine.map(({ path, before, after }) => ({ path, before, after })) }),
    ...(theirs && { theirs: theirs.map(({ path, before, after }) => ({ path, before, after })) }),
    ...(conflicts && { conflicts: conflicts.map(({ path, file: ours, service }) => ({ path, file: ours, service })) }),
  }
}

/** Texts of others may hold what a terminal obeys. */
export function printable(text: string): string {
  return quoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\')
}

function section<T extends { readonly shown: string }>(
  items: readonly T[],
  title: string,
  lines: (item: T) => string[],
): string[] {
  if (items.length === 0) return []
  const indent = title === '' ? '  ' : '    '
  const groups = [...Map.groupBy(items, ({ shown }) => shown)]
  return [
    ...(title === '' ? [] : [`  ${title}`]),
    ...groups.flatMap(([shown, group]) => [
      indent + printable(shown),
      ...group.flatMap(lines).map((line) => `${indent}  ${line}`),
    ]),
  ]
}

function changeLines({ before, after }: Change, paint: Paint): string[] {
  return [
    ...(before === undefined ? [] : [paint.removed(`- ${valueText(before)}`)]),
    ...(after === undefined ? [] : [paint.added(`+ ${valueText(after)}`)]),
  ]
}

function conflictLines({ file, service }: Conflict, paint: Paint): string[] {
  return [paint.added(`file:    ${valueText(file)}`), paint.removed(`service: ${valueText(service)}`)]
}

function valueText(value: Change['before']): string {
  if (value === undefined) return '(none)'
  if (typeof value === 'string') return quoted(value)
  return Array.isArray(value) ? `[${value.map((entry: string) => quoted(entry)).join(', ')}]` : String(value)
}
