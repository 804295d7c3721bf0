import { describe, expect, it } from 'vitest'
import { withoutBlankRows } from './without-blank-rows.ts'

describe('withoutBlankRows', () => {
  it.each([
    ['nothing', '', ''],
    ['empty lines of each kind', '\na\r\n\r\nb\r\rc\n\n', 'a\r\nb\rc\n'],
    ['a last line of white space', 'a\n \t\u00a0', 'a\n'],
    ['separators alone', ';;;\na;;;\n ; ;\n;', 'a;;;\n'],
    ['quoted cells without a value', '"";""\n" ";"\n"\na\n', 'a\n'],
  ])('leaves out %s', (_what, text, kept) => {
    expect(withoutBlankRows(text)).toBe(kept)
  })

  it.each([
    ['lines inside a quoted cell', '"a\n\n;;;\n";b\n'],
    ['a quoted separator', '";"\n'],
    ['a quoted quote', '"""";\n'],
    ['quotes that do not match', 'a\n"\n'],
    ['a row without a line end', 'a\nb'],
  ])('keeps %s', (_what, text) => {
    expect(withoutBlankRows(text)).toBe(text)
  })

  it('reads no further than so many rows with a value', () => {
    expect(withoutBlankRows('\na\n;\nb\nc\n', 2)).toBe('a\nb\n')
  })

  it('reads two million line ends in one pass', () => {
    expect(withoutBlankRows(`a\n${'\n'.repeat(2_000_000)}b`)).toBe('a\nb')
  })
})
