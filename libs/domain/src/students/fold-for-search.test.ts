import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../documents/any-character.fixture.ts'
import { foldForSearch } from './fold-for-search.ts'

describe('foldForSearch', () => {
  it.each([
    ['Äijälä', 'aijala'],
    ['ÅNGSTRÖM', 'angstrom'],
    ['Strauß', 'strauss'],
    ['STRAUSS', 'strauss'],
    ['STRAUẞ', 'strauss'],
    ['Sørensen', 'sorensen'],
    ['Łukasz', 'lukasz'],
    ['Đorđe', 'dorde'],
    ['Þórður', 'thordur'],
    ['Æsa Œuvre', 'aesa oeuvre'],
    ['İpek Yıldız', 'ipek yildiz'],
    ['Nguyễn', 'nguyen'],
    ['ﬁna', 'fina'],
    ['Ａｎｎａ', 'anna'],
    ['O’Neill', 'oneill'],
    ["O'Neill", 'oneill'],
    ['O´Neill', 'oneill'],
    ['O`Neill', 'oneill'],
    ['OʼNeill', 'oneill'],
    ['O‘Neill', 'oneill'],
    ['O′Neill', 'oneill'],
    ['O＇Neill', 'oneill'],
    ['O\u1FCDNeill', 'oneill'],
    ['Anna-Maija', 'anna-maija'],
    ['Anna\u2010Maija', 'anna-maija'],
    ['Anna\u2011Maija', 'anna-maija'],
    ['Anna–Maija', 'anna-maija'],
    ['Anna\u2212Maija', 'anna-maija'],
    ['Anna－Maija', 'anna-maija'],
    ['Anna\u00ADMaija', 'annamaija'],
    ['Ὀδυσσεύς', 'οδυσσευσ'],
    ['Ёлкин', 'елкин'],
    ['  two\t words ', 'two words'],
    ['zero\u200Bwidth', 'zerowidth'],
    ['no\u00A0break', 'no break'],
    ['山田', '山田'],
    ['´', ''],
    ['', ''],
  ])('%s → %s', (text, folded) => {
    expect(foldForSearch(text)).toBe(folded)
  })

  const anyText = fc.string({ unit: anyCharacter })

  it('does not change a folded text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not distinguish composed from decomposed text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldForSearch(text.normalize('NFD'))).toBe(foldForSearch(text.normalize('NFC')))
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not distinguish upper and lower case', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldForSearch(text.toUpperCase())).toBe(foldForSearch(text))
      }),
      { numRuns: 2_000 },
    )
  })
})
