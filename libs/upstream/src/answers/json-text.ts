import { UpstreamError } from '../errors.ts'

const maxDepth = 32
/** Object members and array elements of the whole text. */
const maxMembers = 50_000
const maxNumberLength = 40

/**
 * Parses an answer, but looks at the text first: `JSON.parse` takes a million levels without complaint, keeps the last
 * of two equal keys, and lets NUL and lone surrogates through, which PostgreSQL refuses later. Throws `not_json`.
 */
export const parseJsonText = (text: string): unknown => {
  try {
    scan(text)
    return JSON.parse(text)
  } catch {
    // The parser's message quotes the text, so it is not kept.
    throw new UpstreamError('not_json')
  }
}

/** Throws when the text breaks a limit. Grammar is `JSON.parse`'s part: on a text that is no JSON this has to end. */
const scan = (text: string): void => {
  const open: (Set<string> | null)[] = [] // of each open object its keys, null for an array
  let members = 0
  let at = 0
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = endOfString(text, at)
      const value = readString(text.slice(at, end))
      const keys = open.at(-1)
      if (keys && isKey(text, end)) {
        if (keys.has(value)) throw new Error('duplicate key')
        keys.add(value)
      }
      at = end
    } else if (character === '-' || isDigit(character)) {
      const start = at
      while (at < text.length && /[0-9+\-.eE]/.test(text.charAt(at))) at += 1
      if (at - start > maxNumberLength) throw new Error('number too long')
    } else {
      if (character === '{' || character === '[') open.push(character === '{' ? new Set() : null)
      if (character === '}' || character === ']') open.pop()
      if (character === '{' || character === '[' || character === ',') members += 1
      if (open.length > maxDepth || members > maxMembers) throw new Error('too deep or too many')
      at += 1
    }
  }
}

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/** Index after the closing quote. */
const endOfString = (text: string, start: number): number => {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  throw new Error('string without end')
}

const readString = (literal: string): string => {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  const value: unknown = JSON.parse(literal)
  if (typeof value !== 'string' || value.includes('\0') || !value.isWellFormed()) throw new Error('forbidden character')
  return value
}

const isKey = (text: string, end: number): boolean => {
  let at = end
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1
  return text[at] === ':'
}
