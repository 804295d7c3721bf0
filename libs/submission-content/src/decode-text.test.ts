import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wellFormedText } from './any-text.fixture.ts'
import { decodeText } from './decode-text.ts'
import { hasBinarySignature } from './file-signatures.ts'

describe('decodeText', () => {
  it.each(texts)('reads %s', (_, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text })
  })

  it.each(wordsLikeSignatures)('reads a text that begins with %s', (word) => {
    expect(decodeText(latin1(`${word} and more\n`))).toEqual({ text: `${word} and more\n` })
  })

  it.each([0, 1, 8191])('returns binary for a NUL at %i', (at) => {
    expect(decodeText(latin1(`${filler(at)}\0 more`))).toEqual({ omitted: 'binary' })
  })

  it('reads every UTF-16 text without NUL that begins with its byte order mark', () => {
    fc.assert(
      fc.property(wellFormedText(40), fc.boolean(), (written, isBig) => {
        fc.pre(!written.includes('\0'))
        const bytes = Buffer.from(`\uFEFF${written}`, 'utf16le')
        expect(decodeText(isBig ? bytes.swap16() : bytes)).toEqual({ text: written })
      }),
    )
  })

  it.each<[what: string, bytes: Buffer]>([
    ['UTF-16 without its byte order mark', Buffer.from('text', 'utf16le')],
    ['UTF-16 with U+0000', Buffer.from('\uFEFFa\0', 'utf16le')],
    ['UTF-16 with half of a character', Buffer.from('\uFEFFa\uD83D', 'utf16le')],
    ['UTF-16 that is cut', Buffer.from('\uFEFFab', 'utf16le').subarray(0, 5)],
    ['UTF-32', Buffer.from('\uFEFF\0a\0', 'utf16le')],
  ])('returns binary for %s, for its NULs', (_, bytes) => {
    expect(decodeText(bytes)).toEqual({ omitted: 'binary' })
  })

  it.each([0x81, 0x8d, 0x8f, 0x90, 0x9d, 0x7f, 0x01, 0x08, 0x0b, 0x0e, 0x1f])(
    'returns not_text for Windows-1252 with the byte %i, a control character there',
    (byte) => {
      expect(decodeText(Uint8Array.of(0xe4, byte, 0x20))).toEqual({ omitted: 'not_text' })
    },
  )

  it('reads every UTF-8 text without NUL, except for its byte order mark', () => {
    fc.assert(
      fc.property(wellFormedText(40), (written) => {
        fc.pre(!written.includes('\0') && !hasBinarySignature(Buffer.from(written)))
        expect(decodeText(Buffer.from(written))).toEqual({ text: written.replace(/^\uFEFF/, '') })
      }),
      { numRuns: 500 },
    )
  })
})

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const filler = (length: number): string => 'a'.repeat(length)

const texts: readonly [what: string, bytes: Uint8Array, text: string][] = [
  ['nothing', latin1(''), ''],
  ['ASCII', latin1('print("hello")\n'), 'print("hello")\n'],
  ['UTF-8', Buffer.from('ääkköset €, 日本, 😀'), 'ääkköset €, 日本, 😀'],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFx = 1\n'), 'x = 1\n'],
  ['a second byte order mark', Buffer.from('\uFEFF\uFEFFx'), '\uFEFFx'],
  ['line ends of three kinds', latin1('a\r\nb\nc\rd'), 'a\r\nb\nc\rd'],
  ['UTF-8 with an escape character', Buffer.from('\u001B[31mä'), '\u001B[31mä'],
  ['UTF-8 with a NUL past the first 8 KiB', latin1(`${filler(8192)}\0`), `${filler(8192)}\0`],
  ['Windows-1252', latin1('\x84Gr\xFC\xDFe\x93 \x80'), '„Grüße“ €'],
  ['Windows-1252 with tab, LF, CR and FF', latin1('\xE4\t\n\r\f'), 'ä\t\n\r\f'],
  ['a surrogate in UTF-8, which is invalid', latin1('\xED\xA0\xA0'), 'í\u00A0\u00A0'],
  ['a sequence of UTF-8 that is cut', latin1('a\xE2\x82'), 'aâ‚'],
  [
    'SVG',
    latin1('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  ],
  ['HTML', latin1('<!DOCTYPE html><title>t</title>'), '<!DOCTYPE html><title>t</title>'],
]

/** Beginnings of texts that some tables of signatures list for images, programs or sounds. */
const wordsLikeSignatures = [
  'BMI = 20',
  'MZ',
  'GIF',
  'GIF87',
  'FORM',
  'MAC address',
  '%!PS',
  '{\\rtf1',
  'solid x',
  'ID3',
  'PK',
  'Rar',
  'RIFF',
  '%PDF',
]
