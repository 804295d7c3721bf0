import { describe, expect, it } from 'vitest'
import { parseBearerAuthorization, parseTokenAuthorization } from './credentials.ts'

describe.each([
  ['Token', parseTokenAuthorization],
  ['Bearer', parseBearerAuthorization],
] as const)('the credential of the scheme %s', (scheme, parse) => {
  it.each([
    [`${scheme} abc`, 'abc'],
    [`${scheme.toLowerCase()} abc`, 'abc'],
    [`${scheme.toUpperCase()}   abc`, 'abc'],
    [` ${scheme} abc\t`, 'abc'],
    [`${scheme} a.b_c-d~e+f/g=`, 'a.b_c-d~e+f/g='],
    [`${scheme} ${'a'.repeat(256)}`, 'a'.repeat(256)],
    [`${scheme} ${visible}`, visible],
  ])('is read from %j', (line, credential) => {
    expect(parse(authorization(line))).toBe(credential)
  })

  it.each([
    '',
    'abc',
    'Basic YTpi',
    scheme === 'Token' ? 'Bearer abc' : 'Token abc',
    `X${scheme} abc`,
    ...['', ' ', 'abc', '\tabc', ' a b', ' a,b c', ': abc', ` abc, ${scheme} abc`].map((rest) => scheme + rest),
    ...[` ${'a'.repeat(257)}`, ' ab\u00e4', ' a\x7f', ' \u00a0abc', ' abc\n'].map((rest) => scheme + rest),
  ])('is null for %j', (line) => {
    expect(parse(authorization(line))).toBeNull()
  })

  it("is null without the header, and for two lines, of which Node's `headers` has only the first", () => {
    expect(parse({ rawHeaders: ['Host', `${scheme} abc`] })).toBeNull()
    expect(parse(authorization(`${scheme} abc`, `${scheme} abc`))).toBeNull()
  })
})

const authorization = (...lines: string[]) => ({ rawHeaders: lines.flatMap((line) => ['Authorization', line]) })
const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index))
