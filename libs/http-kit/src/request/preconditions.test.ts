import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { etagOf, matchesIfNoneMatch, requireIfMatch } from './preconditions.ts'

describe('requireIfMatch', () => {
  it('throws precondition_required without If-Match', () => {
    expect(() => requireIfMatch({ rawHeaders: ['Host', 'a'] })).toThrow(
      expect.objectContaining({ code: 'precondition_required' }),
    )
  })

  it('does not accept a date as a precondition', () => {
    expect(() => requireIfMatch({ rawHeaders: ['If-Unmodified-Since', 'Thu, 01 Jan 2026 00:00:00 GMT'] })).toThrow(
      expect.objectContaining({ code: 'precondition_required' }),
    )
  })

  it('ignores a date next to an entity tag', () => {
    const rawHeaders = ['If-Unmodified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'if-match', '"7"']
    expect(requireIfMatch({ rawHeaders })).toBe(7)
  })

  it.each([
    ['"7"', 7],
    ['"0"', 0],
    ['"10"', 10],
    ['"9007199254740991"', Number.MAX_SAFE_INTEGER],
    [' \t"7"\t ', 7],
  ])('reads %j', (line, revision) => {
    expect(requireIfMatch(ifMatch(line))).toBe(revision)
  })

  it.each([
    '*',
    '"6", "7"',
    '"7","7"',
    ', "7"',
    '"7",',
    'W/"7"',
    'w/"7"',
    '',
    ' ',
    '7',
    "'7'",
    '"7',
    '7"',
    '"',
    '""',
    '"07"',
    '"00"',
    '"+7"',
    '"-7"',
    '"7.0"',
    '"7e0"',
    '"0x7"',
    '" 7"',
    '"7 "',
    '"\uff17"',
    '"\u0667"',
    '"9007199254740992"',
    '"9223372036854775808"',
    '"99999999999999999999999999"',
    '"7" x',
    '"7"\n',
    '\u00a0"7"',
    '"7\u00e4"',
    '“7”',
    '"7""8"',
  ])('refuses %j', (line) => {
    expect(() => requireIfMatch(ifMatch(line))).toThrow(invalid)
  })

  it('refuses two If-Match lines, equal or not', () => {
    expect(() => requireIfMatch(ifMatch('"7"', '"7"'))).toThrow(invalid)
    expect(() => requireIfMatch(ifMatch('"7"', ''))).toThrow(invalid)
  })

  it('reads every entity tag that the product sends', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (revision) => requireIfMatch(ifMatch(etagOf(revision))) === revision))
  })
})

describe('matchesIfNoneMatch', () => {
  it.each([
    [['"7"']],
    [['W/"7"']],
    [['*']],
    [['"6", "7"']],
    [['"6",W/"7"']],
    [['"6"', '"7"']],
    [[',, "7" ,']],
    [['"a,b", "7"']],
    [['"\u00e4", "7"']],
    [['"", "7"']],
  ])('matches %j', (lines) => {
    expect(matchesIfNoneMatch(lines, '"7"')).toBe(true)
  })

  it.each([
    [[]],
    [['']],
    [[', ,']],
    [['"6"']],
    [['"77"']],
    [['7']],
    [['w/"7"']],
    [['W/ "7"']],
    [['W/*']],
    [['*, "7"']],
    [['*', '"7"']],
    [['"7']],
    [['"7" "8"']],
    [['"6", x, "7"']],
    [['"7", "x']],
    [['"6,"7"']],
    [['"a b", "7"']],
    [['"7";q=1']],
    [['"6, "7", "']],
  ])('does not match %j', (lines) => {
    expect(matchesIfNoneMatch(lines, '"7"')).toBe(false)
  })
})

const ifMatch = (...lines: string[]) => ({ rawHeaders: ['Host', 'a', ...lines.flatMap((line) => ['If-Match', line])] })

const invalid = expect.objectContaining({
  code: 'malformed_if_match',
  issues: [{ path: '$.headers.If-Match', code: 'invalid_format', message: expect.any(String) }],
})
