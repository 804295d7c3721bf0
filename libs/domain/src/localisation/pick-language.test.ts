import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allLanguages, pickLanguage } from './pick-language.ts'

const code = fc.constantFrom('en', 'fi', 'sv', 'e', 'eng', 'pt-br')
const plain = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('|', ''))
const variantTexts = fc.dictionary(code, plain, { minKeys: 1 })

describe('pickLanguage', () => {
  it.each([
    ['|en:Essay|fi:Essee|', 'fi', 'Essee'],
    ['|en:Essay|fi:Essee|', 'en', 'Essay'],
    ['1.1 |en:Essay|fi:Essee|', 'fi', '1.1 Essee'],
    ['|en:Essay|fi:Essee| (2026)', 'en', 'Essay (2026)'],
    ['|en:Essay|fi:Essee|', 'sv', 'Essay'],
    ['|no colon|fi:Essee|', 'sv', 'Essee'],
    ['|eng:Long|en:Short|', 'en', 'Short'],
    ['|en:One: two|', 'en', 'One: two'],
    ['|en:|fi:Essee|', 'en', ''],
    ['Plain', 'en', 'Plain'],
    ['', 'en', ''],
    ['C | Rust', 'en', 'C | Rust'],
    ['C | Rust | Zig', 'en', 'C | Rust | Zig'],
    ['en:Essay', 'fi', 'en:Essay'],
    ['||', 'en', '||'],
  ])('reads %j in %s as %j', (raw, language, text) => expect(pickLanguage(raw, language)).toBe(text))

  it('returns the text of each language, with the common text around it', () => {
    fc.assert(
      fc.property(plain, variantTexts, plain, (before, texts, after) => {
        const variants = Object.entries(texts).map(([language, text]) => `${language}:${text}`)
        const raw = `${before}|${variants.join('|')}|${after}`
        return Object.entries(texts).every(([language, text]) => pickLanguage(raw, language) === before + text + after)
      }),
    )
  })

  it('returns the first text if the language is missing', () => {
    fc.assert(
      fc.property(variantTexts, (texts) => {
        const raw = `|${Object.entries(texts)
          .map(([language, text]) => `${language}:${text}`)
          .join('|')}|`
        return pickLanguage(raw, 'xx') === Object.values(texts)[0]
      }),
    )
  })

  it('does not change a text with fewer than two bars', () => {
    const oneBar = fc.tuple(plain, fc.constantFrom('', '|'), plain).map((parts) => parts.join(''))
    fc.assert(fc.property(oneBar, code, (raw, language) => pickLanguage(raw, language) === raw))
  })

  it('returns only parts of the text', () => {
    const soup = fc.array(fc.constantFrom('|', ':', 'en', 'fi', 'x'), { maxLength: 12 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(soup, code, (raw, language) => {
        const picked = pickLanguage(raw, language)
        let at = 0
        for (const character of picked) at = raw.indexOf(character, at) + 1 || raw.length + 1
        return at <= raw.length
      }),
    )
  })

  it.each([
    ['bars', '|'],
    ['variants', '|en:x'],
    ['variants without a colon', '|x'],
    ['colons', ':'],
    ['codes', '|en'],
  ])('takes linear time for hostile %s', (_what, part) => {
    const whole = `|${part.repeat(200_000)}|`
    const wholeMs = leastCpuMs(whole)
    const eighthMs = leastCpuMs(whole.slice(0, whole.length / 8))
    expect(wholeMs).toBeLessThan(24 * eighthMs + 200)
  })
})

function leastCpuMs(raw: string): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.threadCpuUsage()
      pickLanguage(raw, 'sv')
      return process.threadCpuUsage(before).user / 1000
    }),
  )
}

describe('allLanguages', () => {
  it.each([
    ['1.1 |en:Essay|fi:Essee|', ['1.1 Essay', '1.1 Essee']],
    ['|en:One: two|', ['One: two']],
    ['C | Rust | Zig', ['C | Rust | Zig']],
    ['Plain: text', ['Plain: text']],
    ['', ['']],
  ])('reads %j as %j', (raw, texts) => expect(allLanguages(raw)).toEqual(texts))
})
