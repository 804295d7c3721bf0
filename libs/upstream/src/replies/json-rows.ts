// Finds where a row ends; the row itself has the product's one reader of JSON (docs/src/content/docs/decisions/own-json-reader.md).
import { readJson } from '@course-grading/domain/json/read-json'
import { UpstreamError } from '../call/upstream-error.ts'
import type { BodyReader } from './read-reply.ts'

/** For the texts of one submission: A+ takes forms of 2.5 MiB, and JSON needs six times as much for a control character. */
const maxRowBytes = 16 * 1024 * 1024

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c
const openingBracket = 0x5b
const closingBracket = 0x5d
const openingBrace = 0x7b
const closingBrace = 0x7d

export interface RowTaker<T> {
  readonly take: (row: unknown) => void
  readonly result: () => T
}

/** Reads an array of any length, with one row in memory. Its strings may be any: students wrote them, and nobody keeps them. */
export function jsonRows<T>(startTaker: () => RowTaker<T>): BodyReader<T> {
  return async (body) => {
    const taker = startTaker()
    const framer = new RowFramer((bytes) => {
      const row = readJson(bytes, { allowsAnyString: true })
      if (!row.ok) throw new UpstreamError('not_json')
      taker.take(row.value)
    })
    for await (const chunk of body) framer.push(chunk)
    framer.end()
    return taker.result()
  }
}

/** Cuts at the outermost commas: it counts brackets and skips strings. `readJson` of each row finds any other mistake. */
class RowFramer {
  readonly #onRow: (bytes: Uint8Array) => void
  #phase: 'before' | 'inside' | 'behind' = 'before'
  #rows = 0
  #depth = 0
  #inString = false
  #isEscaped = false
  /** Beginning of the row that the last chunk cut; copied, since a body may come in any number of tiny chunks. */
  #kept = Buffer.alloc(0)
  #keptBytes = 0

  constructor(onRow: (bytes: Uint8Array) => void) {
    this.#onRow = onRow
  }

  push(chunk: Uint8Array): void {
    let position = 0
    if (this.#phase === 'before') {
      position = firstBeyondSpace(chunk)
      if (position === chunk.length) return
      if (chunk[position] !== openingBracket) throw new UpstreamError('not_json')
      this.#phase = 'inside'
      position += 1
    }
    if (this.#phase === 'inside') position = this.#cutRows(chunk, position)
    if (this.#phase === 'behind' && firstBeyondSpace(chunk.subarray(position)) < chunk.length - position) {
      throw new UpstreamError('not_json')
    }
  }

  end(): void {
    if (this.#phase !== 'behind') throw new UpstreamError('not_json')
  }

  /** Returns where the array ends, or the chunk's length. */
  #cutRows(chunk: Uint8Array, from: number): number {
    let start = from
    for (let position = from; position < chunk.length; position += 1) {
      const byte = chunk[position]
      if (this.#inString) {
        this.#stepInString(byte)
        continue
      }
      if (byte === quote) this.#inString = true
      else if (byte === openingBrace || byte === openingBracket) this.#depth += 1
      else if (this.#depth > 0 && (byte === closingBrace || byte === closingBracket)) this.#depth -= 1
      else if (this.#depth === 0 && (byte === comma || byte === closingBracket)) {
        this.#endRow(chunk.subarray(start, position), byte === closingBracket)
        start = position + 1
        if (byte === closingBracket) {
          this.#phase = 'behind'
          return start
        }
      }
    }
    this.#keep(chunk.subarray(start))
    return chunk.length
  }

  #stepInString(byte: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === backslash) this.#isEscaped = true
    else if (byte === quote) this.#inString = false
  }

  #keep(bytes: Uint8Array): void {
    const needed = this.#keptBytes + bytes.byteLength
    if (needed > maxRowBytes) throw new UpstreamError('too_large', { status: 200 })
    if (needed > this.#kept.byteLength) {
      const longer = Buffer.alloc(Math.max(needed, 2 * this.#kept.byteLength))
      this.#kept.copy(longer, 0, 0, this.#keptBytes)
      this.#kept = longer
    }
    this.#kept.set(bytes, this.#keptBytes)
    this.#keptBytes = needed
  }

  #endRow(rest: Uint8Array, isLast: boolean): void {
    let row = rest
    if (this.#keptBytes > 0) {
      this.#keep(rest)
      row = this.#kept.subarray(0, this.#keptBytes)
      this.#keptBytes = 0
    }
    if (isLast && this.#rows === 0 && firstBeyondSpace(row) === row.length) return // `[]`
    this.#rows += 1
    this.#onRow(row)
  }
}

function firstBeyondSpace(bytes: Uint8Array): number {
  const found = bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)
  return found === -1 ? bytes.length : found
}
