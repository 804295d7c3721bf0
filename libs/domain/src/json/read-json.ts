import type { Issue } from '../errors/domain-error.ts'
import { jsonPath } from './json-path.ts'
import { defaultMaxMembers, scanJsonText, type JsonTextRules } from './json-text.ts'
import { isRoundedToInteger } from './rounded-number.ts'

type JsonReading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issue: Issue }

const malformed: JsonReading = {
  ok: false,
  issue: { path: '$', code: 'malformed_json', message: 'Must be valid JSON in UTF-8.' },
}

const oversized: JsonReading = {
  ok: false,
  issue: { path: '$', code: 'too_large', message: 'Has more members and elements than this may have.' },
}

/**
 * The one reader of JSON from outside: strict UTF-8 without BOM, -0 as 0. A number that only rounding makes an integer is NaN, so that no
 * schema takes it for one; a key such as `__proto__` becomes an own property, for the schema to reject.
 */
export function readJson(bytes: Uint8Array, rules: JsonTextRules = {}): JsonReading {
  if (hasMoreMembers(bytes, rules.maxMembers ?? defaultMaxMembers)) return oversized
  const text = decodeUtf8(bytes)
  if (text === null) return malformed
  const scan = scanJsonText(text, rules)
  if (scan.verdict === 'malformed') return malformed
  if (scan.verdict === 'oversized') return oversized
  if (scan.verdict === 'duplicate') {
    const path = jsonPath(scan.path)
    return { ok: false, issue: { path, code: 'duplicate', message: 'Duplicate key.' } }
  }
  if (scan.verdict === 'unkept') {
    const message =
      scan.character === null
        ? 'A whole number must be within ±9007199254740991, and any other below 1e308.'
        : `Holds ${nameOf(scan.character)}, which no text may hold.`
    return { ok: false, issue: { path: jsonPath(scan.path), code: 'invalid_value', message } }
  }
  const value: unknown = scan.hasInexactNumber ? JSON.parse(text, asWritten) : JSON.parse(text)
  return { ok: true, value }
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/** Counts what commas part, in a thirtieth of the time of a scan, so that a text of too many members costs next to nothing. */
function hasMoreMembers(bytes: Uint8Array, maxMembers: number): boolean {
  let commas = 0
  let inString = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) inString = !inString
    else if (inString) at += byte === backslash ? 1 : 0
    else if (byte === comma) {
      commas += 1
      if (commas >= maxMembers) return true
    }
  }
  return false
}

function nameOf(character: string): string {
  const code = character.charCodeAt(0)
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return code === 0 ? `the character ${point} (NUL)` : `the lone surrogate ${point}`
}

// A byte order mark is kept, so that the scan rejects it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

/** A reviver defines properties, so a key `__proto__` stays harmless here as well. */
function asWritten(_key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown {
  if (typeof value === 'number' && isRoundedToInteger(source)) return NaN
  return value === 0 ? 0 : value
}
