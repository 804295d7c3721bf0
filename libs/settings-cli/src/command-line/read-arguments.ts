import { parseArgs } from 'node:util'
import { type CommandName, commands, isCommandName, type OptionName, options } from './commands.ts'

export interface Arguments {
  readonly command: CommandName | null
  readonly operands: readonly string[]
  readonly flags: ReadonlySet<OptionName>
  readonly values: Readonly<Partial<Record<OptionName, string>>>
  /** What is wrong. No text repeats a value: it may be a token that was given by mistake. */
  readonly problems: readonly string[]
}

export function readArguments(args: readonly string[]): Arguments {
  const takesValue = (name: OptionName): boolean => 'value' in options[name]
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.keys(options).map(
        (name) => [name, { type: takesValue(name as OptionName) ? 'string' : 'boolean' }] as const,
      ),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const [first, ...operands] = positionals
  const command = isCommandName(first) ? first : null
  const allowed = new Set<string>(command === null ? ['help', 'version'] : commands[command].options)
  const flags = new Set<OptionName>()
  const values: Partial<Record<OptionName, string>> = {}
  const problems = first !== undefined && command === null ? ['There is no such command.'] : []
  for (const token of tokens) {
    if (token.kind !== 'option') continue
    const name = token.name as OptionName
    if (!allowed.has(name)) {
      if (command !== null || first === undefined) problems.push(`${nameOf(token.rawName)} is not an option here.`)
    } else if (takesValue(name) !== (token.value !== undefined)) {
      problems.push(`--${name} ${takesValue(name) ? 'needs' : 'takes no'} value.`)
    } else if (token.value === undefined) flags.add(name)
    else values[name] = token.value
  }
  return { command, operands, flags, values, problems }
}

/** The name of an option, unless it is longer than any. */
function nameOf(rawName: string): string {
  return /^--?[a-z-]{1,20}$/.test(rawName) ? rawName : 'One of these'
}
