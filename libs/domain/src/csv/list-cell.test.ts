import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listCell, readListCell } from './list-cell.ts'

const value = fc.oneof(
  fc.string({ unit: fc.constantFrom(',', '"', ' ', '\t', '\n', '(', ')', 'a', 'ä'), maxLength: 6 }),
  fc.constant('(none)'),
  fc.string({ unit: 'grapheme' }),
)

describe('listCell', () => {
  it.each([
    [undefined, ''],
    [[], '(none)'],
    [['a'], 'a'],
    [['a', 'b'], 'a,b'],
    [['a,b', 'c'], '"a,b",c'],
    [['"'], '""""'],
    [[' a'], '" a"'],
    [['(none)'], '"(none)"'],
    [[''], '""'],
  ])('writes %j as %j', (values, cell) => {
    expect(listCell(values)).toBe(cell)
  })

  it('is read back as the same values, with any characters', () => {
    fc.assert(
      fc.property(fc.option(fc.array(value), { nil: undefined }), (values) => {
        expect(readListCell(listCell(values))).toEqual(values)
      }),
      { numRuns: 500 },
    )
  })
})

describe('readListCell', () => {
  it.each([
    [' ', undefined],
    [' (none) ', []],
    [' a , b\t', ['a', 'b']],
    ['a,', ['a', '']],
    [',', ['', '']],
    [' "a" , b', ['a', 'b']],
    ['a b', ['a b']],
  ])('reads %j as %j', (cell, values) => {
    expect(readListCell(cell)).toEqual(values)
  })

  it.each(['"a', 'a"b', '"a"b', '"a" b', '"""', 'a,"'])('rejects %j, whose quotes do not match', (cell) => {
    expect(readListCell(cell)).toBeNull()
  })

  // A quadratic reading would take longer than a test may.
  it.each([
    ['spaces', ' '.repeat(200_000), undefined],
    ['quotes', '"'.repeat(200_001), null],
    ['a quote behind spaces', `${' '.repeat(200_000)}"`, null],
    ['commas and spaces', ' ,'.repeat(100_000), Array.from({ length: 100_001 }, () => '')],
  ])('reads a hostile cell of %s', (_what, cell, values) => {
    expect(readListCell(cell)).toEqual(values)
  })
})
