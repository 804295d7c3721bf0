import { describe, expect, it } from 'vitest'
import { parseTokenAuthorization } from './credentials.ts'

const authorization = (...lines: string[]) => ({ rawHeaders: lines.flatMap((line) => ['Authorization', line]) })
const visible = String.fromCharCode(...Array.from({ length: 94 }, (_, index) => 0x21 + index))

describe('parseTokenAuthorization', () => {
  it.each([
    ['Token abc', 'abc'], ['token abc', 'abc'], ['TOKEN abc', 'abc'], ['Token   abc', 'abc'], [' Token abc\t', 'abc'],
    [`Token ${'a'.repeat(256)}`, 'a'.repeat(256)], [`Token ${visible}`, visible],
  ])('reads %j', (line, credential) => {
    expect(parseTokenAuthorization(authorization(line))).toBe(credential)
  })

  it.each([
    '', 'abc', 'Token', 'Token ', 'Tokenabc', 'Token\tabc', 'Token a b', 'Token a,b c', 'Bearer abc', 'Token: abc',
    `Token ${'a'.repeat(257)}`, 'Token ab\u00e4', 'Token a\x7f', 'Token \u00a0abc', 'XToken abc', 'Token abc\n',
  ])('gives null for %j', (line) => {
    expect(parseTokenAuthorization(authorization(line))).toBeNull()
  })

  it('gives null without the header', () => {
    expect(parseTokenAuthorization({ rawHeaders: ['Host', 'Token abc'] })).toBeNull()
  })

  it('gives null for two lines, of which Node would show the first alone', () => {
    expect(parseTokenAuthorization(authorization('Token abc', 'Token abc'))).toBeNull()
  })
})
