import { parseArgs } from 'node:util'
import { type CommandName, hasOption, helpOf } from './help.ts'

export interface Arguments {
  readonly command: CommandName | null
  readonly operands: readonly string[]
  /** The values of options by their names; of those that take none, an empty text. */
  readonly options: ReadonlyMap<string, string>
  /** What is wrong. No text repeats a value: it may be a token that was given by mistake. */
  readonly problems: readonly string[]
}

const withValue = { url: { type: 'string' }, 'token-file': { type: 'string' } } as const

export function readArguments(args: readonly string[]): Arguments {
  const { tokens, positionals } = parseArgs({ args: [...args], options: withValue, strict: false, tokens: true })
  const [first, ...operands] = positionals
  const command = first !== undefined && Object.hasOwn(helpOf, first) ? (first as CommandName) : null
  const given = tokens.filter((token) => token.kind === 'option')
  const problems = given.flatMap(({ name, value }) => {
    const shown = /^[a-z-]{1,20}$/.test(name) ? `--${name}` : 'One of these'
    if (!hasOption(command, name)) return [`${shown} is not an option here.`]
    const needsValue = Object.hasOwn(withValue, name)
    return needsValue === (value !== undefined) ? [] : [`${shown} ${needsValue ? 'needs a' : 'takes no'} value.`]
  })
  return {
    command,
    operands,
    options: new Map(given.map(({ name, value }) => [name, value ?? ''])),
    problems: first !== undefined && command === null ? ['There is no such command.'] : problems,
  }
}
