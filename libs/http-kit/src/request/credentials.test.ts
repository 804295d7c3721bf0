import { describe, expect, it } from 'vitest'
import { parseBearerAuthorization, parseTokenAuthorization } from './credentials.ts'

const authorization = (...lines: string[]) => ({ rawHeaders: lines.flatMap((line) => ['Authorization', line]) })
const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index))

describe('parseTokenAuthorization', () => {
  it.each([
    ['Token abc', 'abc'],
    ['token abc', 'abc'],
    ['TOKEN abc', 'abc'],
    ['Token   abc', 'abc'],
    [' Token abc\t', 'abc'],
    [`Token ${'a'.repeat(256)}`, 'a'.repeat(256)],
    [`Token ${visible}`, visible],
  ])('reads %j', (line, credential) => {
    expect(parseTokenAuthorization(authorization(line))).toBe(credential)
  })

  it.each([
    '',
    'abc',
    'Token',
    'Token ',
    'Tokenabc',
    'Token\tabc',
    'Token a b',
    'Token a,b c',
    'Bearer abc',
    'Token: abc',
    `Token ${'a'.repeat(257)}`,
    'Token ab\u00e4',
    'Token a\x7f',
    'Token \u00a0abc',
    'XToken abc',
    'Token abc\n',
  ])('gives null for %j', (line) => {
    expect(parseTokenAuthorization(authorization(line))).toBeNull()
  })

  it('gives null without the header', () => {
    expect(parseTokenAuthorization({ rawHeaders: ['Host', 'Token abc'] })).toBeNull()
  })

  it("gives null for two lines, of which Node's `headers` has only the first", () => {
    expect(parseTokenAuthorization(authorization('Token abc', 'Token abc'))).toBeNull()
  })
})

describe('parseBearerAuthorization', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER  abc', 'abc'],
    [' Bearer abc\t', 'abc'],
    ['Bearer a.b_c-d~e+f/g=', 'a.b_c-d~e+f/g='],
    [`Bearer ${'a'.repeat(256)}`, 'a'.repeat(256)],
    [`Bearer ${visible}`, visible],
  ])('reads %j', (line, credential) => {
    expect(parseBearerAuthorization(authorization(line))).toBe(credential)
  })

  it.each([
    '',
    'abc',
    'Bearer',
    'Bearer ',
    'Bearerabc',
    'Bearer\tabc',
    'Bearer a b',
    'Token abc',
    'Bearer: abc',
    `Bearer ${'a'.repeat(257)}`,
    'Bearer ab\u00e4',
    'Bearer a\x7f',
    'Basic YTpi',
    'Bearer abc, Bearer abc',
  ])('gives null for %j', (line) => {
    expect(parseBearerAuthorization(authorization(line))).toBeNull()
  })

  it('gives null without the header, and for two lines', () => {
    expect(parseBearerAuthorization({ rawHeaders: [] })).toBeNull()
    expect(parseBearerAuthorization(authorization('Bearer abc', 'Bearer abc'))).toBeNull()
  })
})
