import { assessing, servicesBegin } from './canary-grading-world.ts'

/** What a database server wrote down, by whose doing it was. Each line stands there once, however often it was written. */
export interface ServerLog {
  /** Of the statement that stores a submission with its submitters. */
  readonly registering: string
  /** By the connection that stores results. */
  readonly assessing: string
  /** Everything else. */
  readonly others: string
}

const prefix = /^@(?<process>\d+) (?<connection>[^@]*)@ (?<level>[A-Z0-9]+): /
/** These tell more of the entry above them. */
const belonging = new Set(['DETAIL', 'HINT', 'CONTEXT', 'STATEMENT', 'QUERY', 'LOCATION'])

/** Reads a log whose entries begin as the settings of the canaries' server say. */
export function readServerLog(text: string): ServerLog {
  const found = { registering: new Set<string>(), assessing: new Set<string>(), others: new Set<string>() }
  /** What each process of the server is doing: an error comes behind the statement that it is about. */
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
    // Without its prefix one line is another one's equal.
    found[kind].add(line.replace(prefix, ''))
  }
  const joined = (lines: ReadonlySet<string>): string => [...lines].join('\n')
  return { registering: joined(found.registering), assessing: joined(found.assessing), others: joined(found.others) }
}
