import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber, formatPercent, formatTyped, readNumber } from './numbers.ts'

describe('a number that somebody typed', () => {
  it.each([
    ['-2,5', -2.5],
    ['−2.5', -2.5],
    [' 7 ', 7],
    ['\u00a01,25', 1.25],
    ['2,', 2],
    [',5', 0.5],
    ['-0', 0],
    ['999999999999.99', 999_999_999_999.99],
  ])('%j is read as %d', (text, number) => expect(readNumber(text)).toBe(number))

  it.each([
    '1,000',
    '1 000',
    '1.234',
    '1.000,5',
    '',
    ' ',
    '-',
    ',',
    '- 2',
    '--2',
    '+2',
    '1e3',
    '0x1',
    'x',
    '٢',
    '1234567890123',
  ])('%j cannot be read', (text) => expect(readNumber(text)).toBeNull())
})

describe('a number that is shown', () => {
  it.each([
    ['en', -1234.5, '-1,234.5'],
    ['fi', -1234.5, '−1\u00a0234,5'],
    ['sv_FI', 0.25, '0,25'],
    ['de', 12.5, '12,5'],
    ['ar-EG', 12.5, '12.5'],
    ['no language', 12.5, '12.5'],
    ['en', -0, '0'],
  ])('is written in %s as its people write it: %d', (language, number, text) =>
    expect(formatNumber(language, number)).toBe(text),
  )

  it('is read as the same number where it is typed', () => {
    const hundredths = fc.integer({ min: -1e8, max: 1e8 }).map((number) => number / 100)
    fc.assert(
      fc.property(fc.constantFrom('en', 'fi', 'sv'), hundredths, (language, number) => {
        expect(readNumber(formatTyped(language, number))).toBe(number)
      }),
    )
  })

  it('may be a part of one', () => expect(formatPercent('fi', 0.125)).toBe('12,5 %'))
})
