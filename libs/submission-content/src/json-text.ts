/** Bytes of a value as JSON. Texts in it are well-formed: a lone surrogate would become an escape that is no character. */
export function jsonSize(value: string | object): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/**
 * How many UTF-16 units of a well-formed text fit into `bytes` bytes of JSON, without the quotes. A character is never divided.
 */
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

const shortEscapes = new Set(['\b', '\t', '\n', '\f', '\r', '"', '\\'].map((character) => character.charCodeAt(0)))

function sizeInJson(point: number): number {
  if (shortEscapes.has(point)) return 2
  if (point < 0x20) return 6
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point > 0xffff ? 4 : 3
}
