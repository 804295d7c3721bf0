import { sanitiseFeedback } from './sanitise-feedback.ts'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { anyHostileText, hostileTexts } from './testing/hostile-texts.ts'
import { pageProblems } from './testing/page-problems.ts'
import { renderTexts } from './render-texts.ts'

describe('the HTML of a hostile text', () => {
  it('runs nothing, sends nothing and leaves nothing open, in thousands of known forms', () => {
    const texts = hostileTexts()
    expect(texts.length).toBeGreaterThan(3_000)
    expect(texts.flatMap((text) => pageProblems(shown(text)).map((problem) => ({ text, problem })))).toEqual([])
  })

  it('runs nothing, sends nothing and leaves nothing open, for any text', () => {
    fc.assert(
      fc.property(anyHostileText, (text) => {
        expect(pageProblems(shown(text))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('shows a formula with anything in it as the text that was typed', () => {
    fc.assert(
      fc.property(anyHostileText, fc.constantFrom(...formulas), (text, [open, close]) => {
        const line = text.replaceAll(/[\\$\s]|[\p{C}]/gu, ' ')
        const [paragraph] = parseFragment(shown(`Then ${open}x${line}${close}.`)).childNodes
        expect(paragraph === undefined ? '' : textOf(paragraph)).toBe(`Then ${open}x${line}${close}.`)
      }),
      { numRuns: 300 },
    )
  })

  it('is the same when it is rendered or sanitised again', () => {
    fc.assert(
      fc.property(anyHostileText, (text) => {
        const html = shown(text)
        expect(shown(text)).toBe(html)
        expect(sanitiseFeedback(html)).toBe(html)
      }),
      { numRuns: 300 },
    )
  })
})

describe('pageProblems', () => {
  it.each([
    '<script>a</script>',
    '<p onclick="a">a</p>',
    '<a href="javascript:a" rel="nofollow noopener noreferrer">a</a>',
    '<a href="https://example.org" rel="nofollow noopener noreferrer">a</a>',
    '<img src="https://example.org" alt="">',
    '<iframe></iframe>',
    '<!-- a -->',
    '<p>a</b></p>',
    '<em>a',
  ])('finds the problem in %j', (html) => {
    expect(pageProblems(html)).not.toEqual([])
  })
})

const formulas = [
  [String.raw`\(`, String.raw`\)`],
  [String.raw`\[`, String.raw`\]`],
  ['$$', '$$'],
] as const

function textOf(node: DefaultTreeAdapterTypes.ChildNode): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

function shown(text: string): string {
  const rendered = renderTexts([text], 500_000)
  if (!rendered.ok) throw new Error(rendered.reason)
  return rendered.html[0] ?? ''
}
