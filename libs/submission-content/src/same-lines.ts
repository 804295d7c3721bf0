import { utf16Text } from './decode-text.ts'

const [lineFeed, carriageReturn] = [0x0a, 0x0d]
const byteOrderMark = Buffer.of(0xef, 0xbb, 0xbf)

/** The text without BOM, of UTF-16 in UTF-8, and with LF at the end of each line instead of CRLF or CR, also of a last line without line end. */
export function asLines(bytes: Uint8Array): Buffer {
  const utf16 = utf16Text(bytes)
  const whole = utf16 === null ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : Buffer.from(utf16)
  const text = whole.subarray(0, 3).equals(byteOrderMark) ? whole.subarray(3) : whole
  const lines = text.includes(carriageReturn)
    ? Buffer.from(text.toString('latin1').replaceAll(/\r\n?/g, '\n'), 'latin1')
    : text
  return lines.length === 0 || lines.at(-1) === lineFeed ? lines : Buffer.concat([lines, Buffer.of(lineFeed)])
}

/** Whether the texts differ at most in how their lines end, in a byte order mark, and in being UTF-16 or UTF-8. */
export function haveSameLines(one: Uint8Array, other: Uint8Array): boolean {
  if (Buffer.compare(one, other) === 0) return true
  return mayHaveSameLines(one, other.byteLength) && asLines(one).equals(asLines(other))
}

export function mayHaveSameLines(one: Uint8Array, sizeBytes: number): boolean {
  const lines = asLines(one)
  let count = 0
  for (let at = lines.indexOf(lineFeed); at >= 0; at = lines.indexOf(lineFeed, at + 1)) count += 1
  const isSize = (bytes: number, units: number): boolean => bytes >= units - 1 && bytes <= units + count
  return (
    isSize(sizeBytes, lines.length) ||
    isSize(sizeBytes - byteOrderMark.length, lines.length) ||
    (sizeBytes % 2 === 0 && isSize(sizeBytes / 2 - 1, lines.toString().length))
  )
}
