import { randomBytes } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createCanaryScanner } from './canary-encodings.ts'

describe('createCanaryScanner', () => {
  it.each(encodings)('finds every canary %s', (_name, encode) => {
    const planted = { 'the token': token, 'the secret': secret, 'the person': person }
    for (const [name, text] of Object.entries(planted)) {
      expect(scanner.find(around(encode(text)))).toEqual([expect.stringMatching(`^${name}, as `)])
    }
  })

  it.each(['hex', 'base64', 'base64url'] as const)('finds bytes in %s', (encoding) => {
    expect(scanner.find(around(Buffer.from(key).toString(encoding)))).toEqual([expect.stringMatching(/^the key, as /)])
  })

  it('finds each piece of twelve characters, at any position', () => {
    for (let start = 0; start + 12 <= token.length; start += 1) {
      expect(scanner.find(around(token.slice(start, start + 12)))).toEqual(['the token, as text'])
    }
    expect(scanner.find(token)).toEqual(['the token, as text'])
  })
})

const token = randomBytes(20).toString('hex')
const secret = `Canary+of/${randomBytes(18).toString('base64url')}`
const person = `Ägidia Ö. ${randomBytes(9).toString('base64url')}`
const key = Uint8Array.from(randomBytes(32))
const scanner = createCanaryScanner([
  { name: 'the token', secret: token },
  { name: 'the secret', secret },
  { name: 'the person', secret: person },
  { name: 'the key', secret: key },
])

const around = (text: string): string =>
  `{"level":"info","time":"2026-01-01T00:00:00Z","message":"request","x":"${text}","y":1}`

const base64 = (text: string, before: number): string =>
  Buffer.from('x'.repeat(before) + text + 'yz').toString('base64')
const percent = (text: string): string => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')
const escaped = (text: string): string =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')

const encodings: readonly (readonly [name: string, encode: (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['in upper case', (text) => text.toUpperCase()],
  ['in lower case', (text) => text.toLowerCase()],
  ['decomposed', (text) => text.normalize('NFD')],
  ['in base64', (text) => base64(text, 0)],
  ['in base64, one byte off', (text) => base64(text, 1)],
  ['in base64, two bytes off', (text) => base64(text, 2)],
  ['in base64url', (text) => Buffer.from(`>>>???${text}`).toString('base64url')],
  ['in base64, percent-encoded', (text) => encodeURIComponent(base64(text, 1))],
  ['in hexadecimal', (text) => Buffer.from(text).toString('hex')],
  ['in upper-case hexadecimal', (text) => Buffer.from(text).toString('hex').toUpperCase()],
  ['percent-encoded where needed', encodeURIComponent],
  ['percent-encoded whole', percent],
  ['percent-encoded twice', (text) => percent(percent(text))],
  ['as JSON escapes', escaped],
  ['as JSON escapes in JSON text', (text) => JSON.stringify(escaped(text))],
  ['as a JSON string in JSON text', (text) => JSON.stringify(JSON.stringify({ text }))],
  ['as HTML entities', (text) => [...text].map((each) => `&#x${each.codePointAt(0)!.toString(16)};`).join('')],
  ['as decimal HTML entities', (text) => [...text].map((each) => `&#${each.codePointAt(0)};`).join('')],
  ['as an inspected Buffer', (text) => inspect(Buffer.from(text.slice(0, 40)))],
  ['as a JSON Buffer', (text) => JSON.stringify(Buffer.from(text))],
]
