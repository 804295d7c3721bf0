import { isUtf8 } from 'node:buffer'
import { hasBinarySignature } from './file-signatures.ts'

type DecodedText = { readonly text: string } | { readonly omitted: 'binary' | 'not_text' }

const searchedForNul = 8 * 1024
const windows1252 = new TextDecoder('windows-1252')
const byteOrderMark = '\uFEFF'

/** Control characters that no Windows-1252 text has. Its five undefined bytes are decoded to some of these. */
const controls = /[\p{Cc}--[\t\n\f\r]]/v

/** UTF-16 with a byte order mark, UTF-8, or Windows-1252 without control characters but tab, LF, CR, FF. A NUL in the first 8 KiB: binary, but in UTF-16. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Text(bytes)
  if (utf16 !== null) return { text: utf16 }
  if (bytes.subarray(0, searchedForNul).includes(0) || hasBinarySignature(bytes)) return { omitted: 'binary' }
  if (isUtf8(bytes)) return { text: withoutMark(utf8Text(bytes)) }
  const text = windows1252.decode(bytes)
  return controls.test(text) ? { omitted: 'not_text' } : { text }
}

/** Five times as fast as a `TextDecoder`. */
function utf8Text({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString()
}

function withoutMark(text: string): string {
  return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text
}

/** The text after the byte order mark; null without one, where it is not well-formed, or where it has U+0000, as UTF-32 has. */
export function utf16Text(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  const isLittle = first === 0xff && second === 0xfe
  const isBig = first === 0xfe && second === 0xff
  if ((!isLittle && !isBig) || bytes.length % 2 === 1) return null
  const units = isBig ? Buffer.from(bytes).swap16() : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = withoutMark(units.toString('utf16le'))
  return text.isWellFormed() && !text.includes('\0') ? text : null
}
