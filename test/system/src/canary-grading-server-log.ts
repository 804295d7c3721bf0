import { assessing, servicesBegin } from './canary-grading-world.ts'

/** The distinct lines of a database server's log, by what caused them. */
export interface ServerLog {
  /** Lines of the statement that stores a submission with its submitters. */
  readonly registering: string
  /** Lines of the connection that stores results. */
  readonly assessing: string
  /** All other lines. */
  readonly others: string
}

const prefix = /^@(?<process>\d+) (?<connection>[^@]*)@ (?<level>[A-Z0-9]+): /
/** Severities whose lines continue the entry above them. */
const belonging = new Set(['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT', 'QUERY', 'LOCATION'])

/** Reads a log whose entries have the prefix that the settings of the canaries' server define. */
export function readServerLog(text: string): ServerLog {
  const found = { registering: new Set<string>(), assessing: new Set<string>(), others: new Set<string>() }
  /** What each server process is doing. An error follows the statement that caused it. */
  const doing = new Map<string, string>()
  let kind: keyof typeof found = 'others'
  for (const line of text.slice(text.indexOf(servicesBegin)).split('\n')) {
    const entry = prefix.exec(line)?.groups
    if (entry !== undefined && !belonging.has(entry['level'] ?? '')) {
      const { process = '', connection = '' } = entry
      const statement = /LOG: +(?:00000: +)?(?:execute|parse|bind|statement:?) *(?<name>\w*)/.exec(line)?.groups?.[
        'name'
      ]
      if (statement !== undefined) doing.set(process, statement)
      kind =
        connection === assessing ? 'assessing' : doing.get(process) === 'registerCapability' ? 'registering' : 'others'
    }
    // Lines are compared without their prefix.
    found[kind].add(line.replace(prefix, ''))
  }
  const joined = (lines: ReadonlySet<string>): string => [...lines].join('\n')
  return { registering: joined(found.registering), assessing: joined(found.assessing), others: joined(found.others) }
}
