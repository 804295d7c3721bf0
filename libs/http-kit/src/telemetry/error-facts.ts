import type { LogFields } from './log-fields.ts'

const className = /^[A-Za-z_$][A-Za-z0-9_$]{0,63}$/
const codeWord = /^[A-Za-z][A-Za-z0-9_]{1,63}$/
const sqlstate = /^[0-9A-Z]{5}$/
const frame = /^ {4}at [^\n]*?([A-Za-z0-9_.-]{1,64}\.[cm]?[jt]s):(\d{1,7}):\d{1,7}\)?$/

function classOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error
  const name: unknown = error.constructor?.name
  return typeof name === 'string' && className.test(name) ? name : 'Object'
}

function propertyOf(error: unknown, key: 'code' | 'sqlState' | 'systemCode' | 'cause'): unknown {
  if (typeof error !== 'object' || error === null) return undefined
  return (error as Readonly<Record<string, unknown>>)[key]
}

/** File and line where the error was made, outside node_modules and Node itself. */
function siteOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || typeof error.stack !== 'string') return undefined
  // The stack begins with the message, which is foreign text, so only what follows the message is read.
  const start = error.message === '' ? 0 : error.stack.indexOf(error.message) + error.message.length
  for (const line of error.stack.slice(start).split('\n')) {
    if (line.includes('node_modules') || line.includes('node:')) continue
    const found = frame.exec(line)
    if (found) return `${found[1]}:${found[2]}`
  }
  return undefined
}

function sqlstateOf(error: unknown): string | undefined {
  let current = error
  for (let depth = 0; depth < 5 && current !== undefined; depth += 1) {
    const code = propertyOf(current, 'sqlState') ?? propertyOf(current, 'code')
    // A SQLSTATE has a digit; the five-letter codes of Node (EPIPE, EPERM) have none.
    if (typeof code === 'string' && sqlstate.test(code) && /\d/.test(code)) return code
    current = propertyOf(current, 'cause')
  }
  return undefined
}

type ErrorFacts = Pick<LogFields, 'errorClass' | 'errorCode' | 'causeClass' | 'sqlstate' | 'site'>

/** Describes an error without its message: JSON.parse, PostgreSQL and undici quote bodies, rows and addresses in theirs. */
export function errorFacts(error: unknown): ErrorFacts {
  const code = propertyOf(error, 'systemCode') ?? propertyOf(error, 'code')
  const cause = propertyOf(error, 'cause')
  return {
    errorClass: classOf(error),
    errorCode: typeof code === 'string' && codeWord.test(code) ? code : undefined,
    causeClass: cause === undefined ? undefined : classOf(cause),
    sqlstate: sqlstateOf(error),
    site: siteOf(error),
  }
}
