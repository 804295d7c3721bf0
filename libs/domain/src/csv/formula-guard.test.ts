import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../documents/any-character.fixture.ts'
import { guardFormulas, unguardFormulas } from './formula-guard.ts'

const formulaStarts = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠']
const cellEnds = [',', ';', '"', '\t', '\r', '\n']
const hostile = fc.string({ unit: fc.constantFrom(...formulaStarts, "'", '"', ',', ';', 'a', '𝒷', ' ') })

describe('guardFormulas', () => {
  it.each([
    ['plain', 'plain'],
    ['', ''],
    ['=1+1', "'=1+1"],
    ['-group', "'-group"],
    ['＝1', "'＝1"],
    ["'quoted", "''quoted"],
    ['a=b', 'a=b'],
    ["o'neil@example.org", "o'neil@example.org"],
    ['-a,-b', "'-a,'-b"],
    ['a;=b', "a;'=b"],
    ['"=b"', '"\'=b"'],
    ['\t\r\n\0', "'\t'\r'\n'\0"],
  ])('writes %j as %j', (cell, written) => {
    expect(guardFormulas(cell)).toBe(written)
  })

  it('leaves no text that begins like a formula, at the beginning or after a separator or a quote', () => {
    fc.assert(
      fc.property(hostile, (cell) => {
        const written = [...guardFormulas(cell)]
        const begins = written.filter((_, at) => at === 0 || cellEnds.includes(written[at - 1] ?? ''))
        expect(begins.filter((character) => formulaStarts.includes(character))).toEqual([])
      }),
    )
  })
})

describe('unguardFormulas', () => {
  it('undoes guardFormulas', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: anyCharacter })), (cell) => {
        expect(unguardFormulas(guardFormulas(cell))).toBe(cell)
      }),
    )
  })

  it('removes an apostrophe at the beginning that guardFormulas did not add', () => {
    expect(unguardFormulas("'102")).toBe('102')
    expect(unguardFormulas("'")).toBe('')
  })
})
