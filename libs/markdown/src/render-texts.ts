import { sanitiseFeedback } from '@course-grading/safe-html'
import type { Token } from 'markdown-it'
import { maxNesting, parseMarkdown, writeHtml } from './parse-markdown.ts'

/** The HTML of each text, in their order, or why there is none. */
export type Rendered =
  | { readonly ok: true; readonly html: readonly string[] }
  | { readonly ok: false; readonly reason: 'too_long' | 'too_deep' | 'too_many_elements' }

/**
 * How many characters the HTML may have before it is sanitised, where a quotation mark takes six characters, unlike afterwards.
 * A text of 200,000 characters that does not repeat the addresses of its references stays below it.
 */
const maxUnsanitised = 4_000_000

/**
 * Renders texts for a page, one after the other, until their HTML has more than this many bytes together. The time is in proportion to the
 * length of the texts.
 */
export function renderTexts(texts: readonly string[], maxBytes: number): Rendered {
  const html: string[] = []
  let bytes = 0
  for (const text of texts) {
    const tokens = parseMarkdown(text.toWellFormed())
    // The parser has left out text that is nested deeper, which nobody would notice.
    if (tokens.some((token) => token.level >= maxNesting - 1 || token.level + depthWithin(token) > maxDepth))
      return { ok: false, reason: 'too_deep' }
    if (lengthOfAttributes(tokens) > maxUnsanitised) return { ok: false, reason: 'too_long' }
    const written = writeHtml(tokens)
    if (written.length > maxUnsanitised) return { ok: false, reason: 'too_long' }
    const sanitised = sanitiseFeedback(written)
    if (sanitised === null) return { ok: false, reason: 'too_many_elements' }
    bytes += Buffer.byteLength(sanitised)
    if (bytes > maxBytes) return { ok: false, reason: 'too_long' }
    html.push(sanitised)
  }
  return { ok: true, html }
}

/** How deep elements may be nested. The sanitiser leaves out what is deeper than 100, with the tables and lists around it. */
const maxDepth = 90

/** How deep the inline elements of a block are nested. */
function depthWithin({ children }: Token): number {
  let [depth, deepest] = [0, 0]
  for (const { nesting } of children ?? []) {
    depth += nesting
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** A long address is one string in memory, however many references use it, until it is written. */
function lengthOfAttributes(tokens: readonly Token[]): number {
  let length = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length
    if (children !== null) length += lengthOfAttributes(children)
  }
  return length
}
