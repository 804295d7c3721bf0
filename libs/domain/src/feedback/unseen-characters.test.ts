import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unseenParts, withCodePoints } from './unseen-characters.ts'

describe('withCodePoints', () => {
  it.each([
    ['if x:\u202E}\u2066 // a', 'if x:[U+202E]}[U+2066] // a'],
    ['a\u200Bb\u200Dc\uFEFF\u00ADd', 'a[U+200B]b[U+200D]c[U+FEFF][U+00AD]d'],
    ['\u0001\n\u2028\u3164\u{E0041}', '[U+0001][U+000A][U+2028][U+3164][U+E0041]'],
    ['a\u00A0=\u20031', 'a[U+00A0]=[U+2003]1'],
    ['👩\u200D💻\u200D x', '👩\u200D💻[U+200D] x'],
  ])('names what is not seen in %j', (text, shown) => {
    expect(withCodePoints(text)).toBe(shown)
  })

  it.each(['\tä = "日本" # עברית', '👨‍👩‍👧 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🧑🏽‍🚀 ☺︎', ''])('leaves %j as it is', (text) => {
    expect(withCodePoints(text)).toBe(text)
  })
})

describe('unseenParts', () => {
  it('has all characters of the text, each that is not seen by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\u202E', '\u200D', '💻', '\uFE0F', '\n') }), (text) => {
        const parts = unseenParts(text)
        expect(parts.map((part) => part.text).join('')).toBe(text)
        expect(parts.every((part) => part.code === null || [...part.text].length === 1)).toBe(true)
      }),
    )
  })
})
