import { isUtf8 } from 'node:buffer'
import { hasBinarySignature } from './file-signatures.ts'

type DecodedText = { readonly text: string } | { readonly omitted: 'binary' | 'not_text' }

const searchedForNul = 8 * 1024
const windows1252 = new TextDecoder('windows-1252')
const byteOrderMark = '\uFEFF'

/** Control characters that no Windows-1252 text has. Its five undefined bytes are decoded to some of these. */
const controls = /[\p{Cc}--[\t\n\f\r]]/v

/** Reads UTF-8, or Windows-1252 without control characters but tab, LF, CR and FF. A NUL in the first 8 KiB means binary. */
export function decodeText(bytes: Uint8Array): DecodedText {
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
