import { describe, expect, it } from 'vitest'
import { parseBearerAuthorization, parseTokenAuthorization } from './credentials.ts'

const authorization = (...lines: string[]) => ({ rawHeaders: lines.flatMap((line) => ['Authorization', line]) })
const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index))

const schemes = [
  { name: 'parseTokenAuthorization', parse: parseTokenAuthorization, scheme: 'Token', other: 'Bearer' },
  { name: 'parseBearerAuthorization', parse: parseBearerAuthorization, scheme: 'Bearer', other: 'Token' },
]

describe.each(schemes)('$name', ({ parse, scheme, other }) => {
  it.each([
    [`${scheme} abc`, 'abc'], [`${scheme.toLowerCase()} abc`, 'abc'], [`${scheme.toUpperCase()} abc`, 'abc'],
    [`${scheme}   abc`, 'abc'], [` ${scheme} abc\t`, 'abc'], [`${scheme} ${'a'.repeat(256)}`, 'a'.repeat(256)],
    [`${scheme} ${visible}`, visible],
  ])('reads %j', (line, credential) => {
    expect(parse(authorization(line))).toBe(credential)
  })

  it.each([
    '', 'abc', scheme, `${scheme} `, `${scheme}abc`, `${scheme}\tabc`, `${scheme} a b`, `${scheme} a,b c`, `${other} abc`,
    `${scheme}: abc`, `${scheme} ${'a'.repeat(257)}`, `${scheme} ab\u00e4`, `${scheme} a\x7f`, `${scheme} \u00a0abc`,
    `X${scheme} abc`, `${scheme} abc\n`,
  ])('gives null for %j', (line) => {
    expect(parse(authorization(line))).toBeNull()
  })

  it('gives null without the header', () => {
    expect(parse({ rawHeaders: ['Host', `${scheme} abc`] })).toBeNull()
  })

  it('gives null for two lines, of which Node would show the first alone', () => {
    expect(parse(authorization(`${scheme} abc`, `${scheme} abc`))).toBeNull()
  })
})
