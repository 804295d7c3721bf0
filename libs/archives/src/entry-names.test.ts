import { describe, expect, it } from 'vitest'
import { EntryNames } from './entry-names.ts'
import { hostileNames } from './hostile-names.fixture.ts'

function takeAll(names: readonly string[]): readonly string[] {
  const folder = new EntryNames()
  return names.map((name) => folder.take(name))
}

describe('EntryNames', () => {
  it.each([
    [
      ['a.txt', 'a.txt', 'a.txt'],
      ['a.txt', 'a (2).txt', 'a (3).txt'],
    ],
    [
      ['a.txt', 'A.TXT', 'a.Txt'],
      ['a.txt', 'A (2).TXT', 'a (3).Txt'],
    ],
    [
      ['a (2).txt', 'a.txt', 'a.txt', 'a (2).txt'],
      ['a (2).txt', 'a.txt', 'a (3).txt', 'a (2) (2).txt'],
    ],
    [
      ['a.txt', 'a.txt', 'a (2).txt'],
      ['a.txt', 'a (2).txt', 'a (2) (2).txt'],
    ],
    [
      ['\u00C5', 'A\u030A', '\u212B', 'a\u030A'],
      ['Å', 'Å (2)', 'Å (3)', 'å (4)'],
    ],
    [
      ['ß', 'SS', 'ẞ', 'ı', 'I', 'İ', 'i\u0307'],
      ['ß', 'SS (2)', 'ẞ (3)', 'ı', 'I (2)', 'İ', 'i\u0307 (2)'],
    ],
    [
      ['x', 'x.', 'x ', ' x'],
      ['x', 'x (2)', 'x (3)', 'x (4)'],
    ],
    [
      ['answers.json', './answers.json', 'Answers.JSON', 'answers.json\0'],
      ['answers.json', '._answers.json', 'Answers (2).JSON', 'answers.json_'],
    ],
  ])('returns for %j the name %j', (names, taken) => {
    expect(takeAll(names)).toEqual(taken)
  })

  it('returns no two names that are equal on any file system, and none over 200 bytes', () => {
    const names = takeAll([...hostileNames, ...hostileNames.map((name) => `${name}${'ä'.repeat(120)}.txt`)])
    for (const folded of [(name: string) => name.toUpperCase(), (name: string) => name.toLowerCase()])
      expect(new Set(names.map((name) => folded(name).normalize('NFD'))).size).toBe(names.length)
    expect(names.filter((name) => Buffer.byteLength(name) > 200)).toEqual([])
  })

  // In quadratic time this would take longer than a test may.
  it('numbers a hundred thousand equal names', () => {
    expect(takeAll(Array<string>(100_000).fill('a.txt')).at(-1)).toBe('a (100000).txt')
  })
})
