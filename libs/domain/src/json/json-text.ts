import type { PathSegment } from './json-path.ts'
import { isRoundedToInteger } from './rounded-number.ts'

const maxNesting = 32
export const defaultMaxMembers = 50_000
const maxNumberLength = 40

const numberForm = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/

const comma = 0x2c
const colon = 0x3a
const backslash = 0x5c
const firstPrintable = 0x20

/** Shorter strings are read character by character. */
const maxLoopLength = 100

type JsonTextScan =
  | { readonly verdict: 'malformed' }
  /** The text has more members and elements than the rules allow. What comes after them was not read. */
  | { readonly verdict: 'oversized' }
  | { readonly verdict: 'duplicate'; readonly path: readonly PathSegment[] }
  | ({ readonly verdict: 'unkept' } & UnkeptValue)
  /** Whether a number is -0, or is not an integer although the nearest double is one. */
  | { readonly verdict: 'ok'; readonly hasInexactNumber: boolean }

/** A value of JSON that we do not keep: a string at the path, or a key at its end; or, with null, a number not finite, or whole beyond ±(2^53−1). */
interface UnkeptValue {
  readonly path: readonly PathSegment[]
  readonly character: string | null
}

export interface JsonTextRules {
  /** Strings may contain NUL and lone surrogates. Only for texts whose strings are not stored. */
  readonly allowsAnyString?: boolean
  /** The most members and elements of all objects and lists together. */
  readonly maxMembers?: number
}

/**
 * Scans one JSON value (RFC 8259) with one meaning for every reader: at most 32 deep, 50,000 members and elements or `maxMembers`, numbers
 * of 40 characters, finite and, where whole, within ±(2^53−1); no NUL, lone surrogate or key twice. Malformed text comes before values that
 * are not kept, and these before duplicates. Time is linear.
 */
export function scanJsonText(text: string, rules: JsonTextRules = {}): JsonTextScan {
  return new JsonTextScanner(text, rules).scan()
}

class MalformedJson extends Error {}

class OversizedJson extends Error {}

class JsonTextScanner {
  readonly #text: string
  readonly #allowsAnyString: boolean
  readonly #maxMembers: number
  #position = 0
  #members = 0
  #hasInexactNumber = false
  #duplicate: readonly PathSegment[] | null = null
  #unkept: UnkeptValue | null = null
  readonly #path: PathSegment[] = []

  constructor(text: string, { allowsAnyString = false, maxMembers = defaultMaxMembers }: JsonTextRules) {
    this.#text = text
    this.#allowsAnyString = allowsAnyString
    this.#maxMembers = maxMembers
  }

  scan(): JsonTextScan {
    try {
      this.#value()
      if (this.#peek() !== undefined) throw new MalformedJson()
    } catch (error) {
      if (error instanceof MalformedJson) return { verdict: 'malformed' }
      if (error instanceof OversizedJson) return { verdict: 'oversized' }
      throw error
    }
    if (this.#unkept) return { verdict: 'unkept', ...this.#unkept }
    if (this.#duplicate) return { verdict: 'duplicate', path: this.#duplicate }
    return { verdict: 'ok', hasInexactNumber: this.#hasInexactNumber }
  }

  #value(): void {
    switch (this.#peek()) {
      case '{':
        this.#container('}', () => this.#objectMembers())
        break
      case '[':
        this.#container(']', () => this.#arrayElements())
        break
      case '"':
        this.#string('value')
        break
      case 't':
        this.#literal('true')
        break
      case 'f':
        this.#literal('false')
        break
      case 'n':
        this.#literal('null')
        break
      default:
        this.#number()
    }
  }

  #container(closing: string, readContent: () => void): void {
    this.#path.push(0)
    if (this.#path.length > maxNesting) throw new MalformedJson()
    this.#position += 1
    if (this.#peek() !== closing) readContent()
    this.#take(closing.charCodeAt(0))
    this.#path.pop()
  }

  #objectMembers(): void {
    const keys = new Set<string>()
    do {
      this.#countMember()
      if (this.#peek() !== '"') throw new MalformedJson()
      const key = this.#string('key')
      this.#path[this.#path.length - 1] = key
      if (keys.has(key)) this.#duplicate ??= [...this.#path]
      keys.add(key)
      this.#take(colon)
      this.#value()
    } while (this.#takeIf(comma))
  }

  #arrayElements(): void {
    let index = 0
    do {
      this.#countMember()
      this.#path[this.#path.length - 1] = index
      index += 1
      this.#value()
    } while (this.#takeIf(comma))
  }

  #countMember(): void {
    this.#members += 1
    if (this.#members > this.#maxMembers) throw new OversizedJson()
  }

  #string(role: 'key' | 'value'): string {
    const start = this.#position
    const end = this.#closingQuote(start)
    this.#position = end + 1
    const inner = this.#text.slice(start + 1, end)
    const isEscaped = inner.includes('\\')
    // `JSON.parse` rejects control characters, too, and reads long texts many times as fast.
    if (!isEscaped && inner.length <= maxLoopLength) {
      if (hasControl(inner)) throw new MalformedJson()
      return inner
    }
    const unescaped = unescape(this.#text.slice(start, this.#position))
    // A text from a strict UTF-8 decoder has no surrogates of its own, and a raw NUL was rejected above.
    const character = isEscaped && !this.#allowsAnyString ? forbiddenIn(unescaped) : undefined
    if (character !== undefined)
      this.#unkept ??= {
        character,
        path: role === 'key' ? [...this.#path.slice(0, -1), unescaped] : [...this.#path],
      }
    return unescaped
  }

  #closingQuote(start: number): number {
    for (let end = this.#text.indexOf('"', start + 1); end !== -1; end = this.#text.indexOf('"', end + 1)) {
      let backslashes = 0
      while (this.#text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1
      if (backslashes % 2 === 0) return end
    }
    throw new MalformedJson()
  }

  #number(): void {
    const start = this.#position
    let end = start
    while (end - start <= maxNumberLength && isNumberCharacter(this.#text.charCodeAt(end))) end += 1
    const literal = this.#text.slice(start, end)
    if (literal.length > maxNumberLength || !numberForm.test(literal)) throw new MalformedJson()
    const value = Number(literal)
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      this.#unkept ??= { character: null, path: [...this.#path] }
    this.#hasInexactNumber ||= Object.is(value, -0) || isRoundedToInteger(literal)
    this.#position = end
  }

  #literal(literal: string): void {
    if (!this.#text.startsWith(literal, this.#position)) throw new MalformedJson()
    this.#position += literal.length
  }

  /** The next character that is not whitespace, not yet taken; undefined at the end. */
  #peek(): string | undefined {
    while (isWhitespace(this.#text.charCodeAt(this.#position))) this.#position += 1
    return this.#text[this.#position]
  }

  #takeIf(code: number): boolean {
    this.#peek()
    if (this.#text.charCodeAt(this.#position) !== code) return false
    this.#position += 1
    return true
  }

  #take(code: number): void {
    if (!this.#takeIf(code)) throw new MalformedJson()
  }
}

function forbiddenIn(text: string): string | undefined {
  if (!text.includes('\0') && text.isWellFormed()) return undefined
  return /[\0\p{Surrogate}]/u.exec(text)?.[0]
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) < firstPrintable) return true
  return false
}

function unescape(literal: string): string {
  try {
    return String(JSON.parse(literal))
  } catch {
    throw new MalformedJson()
  }
}

function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isNumberCharacter(code: number): boolean {
  const isDigit = code >= 0x30 && code <= 0x39
  return isDigit || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65
}
