import { hasBinarySignature } from './file-signatures.ts'

/** The text of a file, or why it has none. */
export type DecodedText = { readonly text: string } | { readonly omitted: 'binary' | 'not_text' }

const searchedForNul = 8 * 1024

/** Control characters that no text of Windows-1252 has; its five bytes without a meaning become some of them. */
const controls = /[\p{Cc}--[\t\n\f\r]]/v

/**
 * The text in the bytes of a file: UTF-8 without its byte order mark, else Windows-1252 if that gives no control characters but tab,
 * LF, CR and FF. Line ends stay as they are. A NUL in the first 8 KiB, or a known signature, means binary.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes.subarray(0, searchedForNul).includes(0) || hasBinarySignature(bytes)) return { omitted: 'binary' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes)
    return controls.test(text) ? { omitted: 'not_text' } : { text }
  }
}
