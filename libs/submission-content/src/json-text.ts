import { setImmediate } from 'node:timers/promises'

/** Texts in `value` must be well-formed: JSON writes a lone surrogate as an escape that is not a character. */
export function jsonSize(value: string | object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** One UTF-16 unit takes at most this many bytes in JSON, as a control character or a lone surrogate does. */
const maxUnitBytes = 6

/** UTF-16 units that are encoded at once, so that nothing else waits for more than a few milliseconds. */
const sliceUnits = 64 * 1024

/** Null above `maxBytes`. A long text is encoded in pieces with other work between, and measured first if it may be too large. */
export async function jsonOfText(text: string, maxBytes: number): Promise<string | Buffer[] | null> {
  if (text.length > maxBytes) return null
  const mayBeTooLarge = text.length * maxUnitBytes + quotes.length > maxBytes
  if (mayBeTooLarge && !(await fits(text, maxBytes - quotes.length))) return null
  if (text.length <= sliceUnits) return JSON.stringify(text)
  const pieces = [quote]
  for await (const slice of slicesOf(text)) pieces.push(Buffer.from(JSON.stringify(slice).slice(1, -1)))
  return [...pieces, quote]
}

const quotes = '""'
const quote = Buffer.from('"')

async function fits(text: string, bytes: number): Promise<boolean> {
  let left = bytes
  for await (const slice of slicesOf(text)) {
    left -= slice.length
    for (let at = 0; at < slice.length; at += 1) left -= extraBytes(slice, at)
    if (left < 0) return false
  }
  return left >= 0
}

/** The bytes, beyond one, that a UTF-16 unit takes in JSON. A character of two units takes two bytes for each. */
function extraBytes(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdfff) return sizeInJson(unit) - 1
  const isPaired = isHigh(unit) ? isLow(text.charCodeAt(at + 1)) : isHigh(text.charCodeAt(at - 1))
  return isPaired ? 1 : maxUnitBytes - 1
}

/** Divides no character. Each slice is made in another turn of the event loop. */
async function* slicesOf(text: string): AsyncGenerator<string> {
  let start = 0
  while (start < text.length) {
    if (start > 0) await setImmediate()
    let end = start + sliceUnits
    if (isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end))) end -= 1
    yield text.slice(start, end)
    start = end
  }
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000
}

/** How many UTF-16 units of a well-formed text fit, without the quotes; no character is divided. */
export function unitsThatFit(text: string, bytes: number): number {
  let used = 0
  let at = 0
  while (at < text.length) {
    const point = text.codePointAt(at) ?? 0
    used += sizeInJson(point)
    if (used > bytes) break
    at += point > 0xffff ? 2 : 1
  }
  return at
}

function sizeInJson(point: number): number {
  if (point < 0x20)
    return point === 0x0a || point === 0x09 || point === 0x0d || point === 0x08 || point === 0x0c ? 2 : 6
  if (point === 0x22 || point === 0x5c) return 2
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point > 0xffff ? 4 : 3
}
