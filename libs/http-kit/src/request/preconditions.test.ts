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

  it('accepts the same values as a second implementation', () => {
    const soup = fc
      .array(fc.constantFrom(...'""""001789 \t,*W/+-.e\u00e4'), { maxLength: 8 })
      .map((parts) => parts.join(''))
    const nearMiss = fc
      .tuple(fc.bigInt({ min: -1n, max: 2n ** 54n }), fc.constantFrom('', ' ', 'W/', '0', ',', '"'))
      .map(([revision, extra]) => `${extra}"${revision}"`)
    const tag = fc.maxSafeNat().map((revision) => `"${revision}"`)
    fc.assert(
      fc.property(fc.oneof(soup, nearMiss, tag), (line) => {
        const expected = revisionOfTag(line)
        if (expected === null) expect(() => requireIfMatch(ifMatch(line))).toThrow(invalid)
        else expect(requireIfMatch(ifMatch(line))).toBe(expected)
      }),
      { numRuns: 1_000 },
    )
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

  it('matches the same lists as a second implementation', () => {
    const list = fc
      .array(fc.constantFrom('"7"', 'W/"7"', '"a,b"', '"6"', '""', ',', ' ', '\t', '"', 'W/', '7', 'x'), {
        maxLength: 7,
      })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(list, (line) => {
        expect(matchesIfNoneMatch([line], '"7"')).toBe(tagsOfList(line)?.includes('"7"') ?? false)
      }),
      { numRuns: 2_000 },
    )
  })
})

const ifMatch = (...lines: string[]) => ({ rawHeaders: ['Host', 'a', ...lines.flatMap((line) => ['If-Match', line])] })

const invalid = expect.objectContaining({
  code: 'malformed_if_match',
  issues: [{ path: '$.headers.If-Match', code: 'invalid_format', message: expect.any(String) }],
})

/** Character by character, with nothing shared with the product: the revision of one strong tag, or null. */
function revisionOfTag(line: string): number | null {
  const characters = [...line]
  while (characters[0] === ' ' || characters[0] === '\t') characters.shift()
  while (characters.at(-1) === ' ' || characters.at(-1) === '\t') characters.pop()
  if (characters.length < 3 || characters.shift() !== '"' || characters.pop() !== '"') return null
  if (characters[0] === '0' && characters.length > 1) return null
  let revision = 0n
  for (const character of characters) {
    const digit = '0123456789'.indexOf(character)
    if (digit === -1) return null
    revision = revision * 10n + BigInt(digit)
  }
  return revision < 2n ** 53n ? Number(revision) : null
}

/** Splits at commas outside quotes and compares each part: the tags of a well-formed list, or null. */
function tagsOfList(text: string): string[] | null {
  const parts = ['']
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (character === ',' && !isQuoted) parts.push('')
    else parts.push(parts.pop() + character)
  }
  const trimmed = parts.map((part) => part.replaceAll(/^[ \t]+|[ \t]+$/g, '')).filter((part) => part !== '')
  const opaque = trimmed.map((part) => (part.startsWith('W/') ? part.slice(2) : part))
  const isTag = (part: string) =>
    part.length >= 2 &&
    part.startsWith('"') &&
    part.endsWith('"') &&
    part
      .slice(1, -1)
      .split('')
      .every((character) => character !== '"' && character > ' ' && character !== '\x7f')
  return opaque.every(isTag) ? opaque : null
}
