import { exitCodes } from './exit-codes.ts'

interface Option {
  /** What stands for its value in the help; absent where it has none. */
  readonly value?: string
  readonly meaning: string
}

export const urlVariable = 'COURSE_SETTINGS_URL'
export const tokenVariable = 'COURSE_SETTINGS_TOKEN'

export const options = {
  url: { value: '<address>', meaning: `where the service is, https://…; otherwise ${urlVariable}` },
  'token-file': { value: '<file>', meaning: `holds the API token of A+; otherwise the token is in ${tokenVariable}` },
  merge: { meaning: "if both changed different paths, apply the file's changes and write the others' into the file" },
  overwrite: { meaning: "without a document last seen of the course, write the file's values over all differences" },
  'dry-run': { meaning: 'say what would be applied, and write nothing' },
  'exit-code': { meaning: 'return 2 if only others changed something' },
  'no-exit-code': { meaning: 'return 0 where there are differences' },
  json: { meaning: 'one JSON document on stdout, for scripts' },
  help: { meaning: 'show this' },
  version: { meaning: 'show the version' },
} as const satisfies Record<string, Option>

export type OptionName = keyof typeof options

interface Command {
  readonly operands: string
  readonly summary: string
  readonly about: string
  readonly options: readonly OptionName[]
}

const ofService = ['url', 'token-file', 'json', 'help'] as const
const files =
  'A file is course-<id>.yaml; of a folder, all such files are taken one after the other. The default is the present folder.'

export const commands = {
  pull: {
    operands: '<courseId>…',
    summary: 'write the settings of a course into course-<id>.yaml',
    about:
      'Of a file that exists, what others changed at the service is brought into it, and nothing else: edits, comments and layout stay. ' +
      'The document last seen is kept in .course-settings/<id>.json; commit both.',
    options: ofService,
  },
  diff: {
    operands: '[file or folder]…',
    summary: 'show what apply would change',
    about: files,
    options: ['no-exit-code', ...ofService],
  },
  apply: {
    operands: '[file or folder]…',
    summary: 'write the changes of a file to the service, and overwrite nobody',
    about: `The file, the service and the document last seen are compared. ${files}`,
    options: ['merge', 'overwrite', 'dry-run', 'exit-code', ...ofService],
  },
  validate: {
    operands: '[file or folder]…',
    summary: 'compare a file with the schema, without the service',
    about: files,
    options: ['json', 'help'],
  },
  schema: { operands: '', summary: 'print the JSON Schema of a file, for editors', about: '', options: ['help'] },
} as const satisfies Record<string, Command>

export type CommandName = keyof typeof commands

export function isCommandName(name: string | undefined): name is CommandName {
  return name !== undefined && Object.hasOwn(commands, name)
}

/** Help of one command, or of all. `tokenFrom` says where the token comes from. */
export function helpText(name: CommandName | null, tokenFrom: string): string {
  const command: Command | null = name === null ? null : commands[name]
  const usage = command === null ? '<command> [options]' : `${name} ${command.operands}`.trim()
  const shown = command?.options ?? (['help', 'version'] as const)
  return [
    `usage: course-settings ${usage}${command === null ? '' : ' [options]'}`,
    '',
    ...(command === null
      ? ['Settings of courses as files in a repository.', '', 'Commands:', ...summaries()]
      : about(command)),
    '',
    'Options:',
    ...rows(shown.map((each) => [`--${each}${spaced((options[each] as Option).value)}`, options[each].meaning])),
    '',
    'Exit codes (of several courses the first of these):',
    ...rows(exitCodes.map(({ code, meaning }) => [String(code), meaning])),
    ...(command === null || shown.includes('token-file') ? ['', ...wrapped(tokenFrom, '')] : []),
    '',
  ].join('\n')
}

const spaced = (text: string | undefined): string => (text === undefined ? '' : ` ${text}`)

function summaries(): string[] {
  return rows(Object.entries(commands).map(([name, { summary }]) => [name, summary]))
}

function about({ summary, about: more }: Command): string[] {
  return wrapped(`${summary[0]?.toUpperCase()}${summary.slice(1)}. ${more}`.trim(), '')
}

const width = 80

/** Two columns; the second one is broken between words. */
function rows(pairs: readonly (readonly [string, string])[]): string[] {
  const first = Math.max(...pairs.map(([name]) => name.length)) + 4
  return pairs.flatMap(([name, meaning]) => {
    const [line = '', ...others] = wrapped(meaning, ' '.repeat(first))
    return [`  ${name.padEnd(first - 2)}${line.trimStart()}`, ...others]
  })
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= width) lines.push(indent + word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
