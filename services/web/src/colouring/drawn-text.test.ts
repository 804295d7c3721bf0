import { describe, expect, it } from 'vitest'
import { createTextCutter, cutText } from './drawn-text.ts'

describe('a text of a page', () => {
  it.each([
    ['', [], false],
    ['a', ['a'], false],
    ['a\n', ['a'], false],
    ['a\r\nb\rc\n\n', ['a', 'b', 'c'], true],
    ['a\n\n\n', ['a', '', ''], false],
    ['a\nb\nc\n', ['a', 'b', 'c'], false],
    ['a\nb\nc\nd', ['a', 'b', 'c'], true],
    ['abcdefghijklm', ['abcdefghijkl'], true],
    ['a\nb\nc\nd\ne\n\n\n\n', ['a', 'b', 'c'], true],
  ])('is drawn up to 3 lines and 12 characters: %j', (text, lines, isCut) => {
    expect(cutText(text, { lines: 3, characters: 12 })).toEqual({ lines, isCut })
  })

  it('has 5,000 lines, and 20,000 with all others of the page', () => {
    const cut = createTextCutter()
    const counts = Array.from({ length: 6 }, () => cut('a\n'.repeat(6_000))).map(({ lines, isCut }) => [
      lines.length,
      isCut,
    ])
    expect(counts).toEqual([...Array(4).fill([5_000, true]), [0, true], [0, true]])
  })

  it('has a million characters, and two with all others of the page', () => {
    const cut = createTextCutter()
    const lengths = Array.from({ length: 3 }, () => cut('a'.repeat(1_500_000))).map(
      ({ lines }) => lines.join('').length,
    )
    expect(lengths).toEqual([1_000_000, 1_000_000, 0])
  })

  it('has ten thousand characters that are not seen, which are drawn as elements, and twice as many with all others', () => {
    const cut = createTextCutter()
    const counts = Array.from({ length: 3 }, () => cut('a\u200B\r\n'.repeat(4_000) + '\u200B'.repeat(10_000)))
    expect(counts.map(({ lines, isCut }) => [lines.join('').replaceAll('a', '').length, isCut])).toEqual([
      [9_861, true],
      [9_861, true],
      [0, true],
    ])
  })

  it('is empty where it could not be read', () => {
    expect(createTextCutter()(undefined)).toEqual({ lines: [], isCut: false })
  })
})
