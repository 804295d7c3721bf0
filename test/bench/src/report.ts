import { cpus, totalmem } from 'node:os'
import { baseline } from './benchmark.ts'
import type { Summary } from './summarise.ts'

const columnsComparedWith = (compared: string): string[] => [
  'operation',
  'connections',
  'server',
  'requests per CPU second',
  'range',
  `ratio to ${compared}`,
  'requests/s',
  'p50 ms',
  'p99 ms',
  'RSS MiB',
  'queries per request',
]

/**
 * One benchmark's section of the results: how it was run, what was measured, and its table. `compared` is the server with which
 * the ratios compare the others.
 */
export function reportOf(
  command: string,
  about: readonly string[],
  summaries: readonly Summary[],
  compared = baseline,
): string {
  const rows = summaries.map((row) => [
    row.operation,
    row.connections,
    row.server,
    Math.round(row.perCpuSecond),
    row.range.map((value) => Math.round(value)).join('–'),
    row.ratio.toFixed(2),
    Math.round(row.perSecond),
    row.p50Ms,
    row.p99Ms,
    Math.round(row.rssMiB),
    row.queriesPerRequest?.toFixed(2) ?? '',
  ])
  return sectionOf({ command, about, columns: columnsComparedWith(compared), texts: [0, 2], rows })
}

export interface ReportTable {
  readonly columns: readonly string[]
  /** Which columns are texts; the others are numbers. */
  readonly texts: readonly number[]
  readonly rows: readonly (readonly (string | number)[])[]
}

interface ReportSection extends ReportTable {
  readonly command: string
  readonly about: readonly string[]
}

/** Any benchmark's section: the command, what was measured, the machine, the table. */
export function sectionOf({ command, about, ...table }: ReportSection): string {
  return [
    `\`pnpm bench ${command}\``,
    '',
    ...about,
    '',
    `Machine: ${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}.`,
    '',
    tableOf(table),
    '',
  ].join('\n')
}

/** A table in Markdown. */
function tableOf({ columns, texts, rows }: ReportTable): string {
  return [
    `| ${columns.join(' | ')} |`,
    `| ${columns.map((_name, index) => (texts.includes(index) ? '---' : '---:')).join(' | ')} |`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')
}

/** The document with the section of that name replaced, or added at its end. Sections begin with `## `. */
export function replaceSection(document: string, name: string, text: string): string {
  const [preamble = '', ...sections] = document.split(/^(?=## )/m)
  const section = `## ${name}\n${text}`
  const position = sections.findIndex((known) => known.startsWith(`## ${name}\n`))
  const next = position === -1 ? [...sections, section] : sections.with(position, section)
  return `${[preamble.trimEnd(), ...next.map((each) => each.trimEnd())].join('\n\n')}\n`
}
