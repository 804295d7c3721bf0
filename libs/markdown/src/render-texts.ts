import { sanitiseFeedback } from './sanitise-feedback.ts'
import type { Token } from 'markdown-it'
import { maxNesting, parseMarkdown, writeHtml } from './parse-markdown.ts'

export type Rendered =
  | { readonly ok: true; readonly html: readonly string[] }
  | { readonly ok: false; readonly reason: 'too_long' | 'too_deep' | 'too_many_elements' }

/** Characters of HTML before sanitising. A text of 200,000, even of quotation marks (six each), has fewer unless it repeats addresses. */
const maxUnsanitised = 4_000_000

/** Takes time linear in the length of the texts, and stops once their HTML has more than `maxBytes` together. */
export function renderTexts(texts: readonly string[], maxBytes: number): Rendered {
  const html: string[] = []
  let bytes = 0
  for (const text of texts) {
    const tokens = parseMarkdown(text.toWellFormed())
    // The parser has left out text that is nested deeper, and nobody would notice.
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

/** The sanitiser leaves out what is nested deeper than 100, with the tables and lists around it. */
const maxDepth = 90

function depthWithin({ children }: Token): number {
  let [depth, deepest] = [0, 0]
  for (const { nesting } of children ?? []) {
    depth += nesting
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Counts long addresses before they are written: however many references use one, it is one string in memory until then. */
function lengthOfAttributes(tokens: readonly Token[]): number {
  let length = 0
  for (const { attrs, children } of tokens) {
    for (const [, value] of attrs ?? []) length += String(value).length
    if (children !== null) length += lengthOfAttributes(children)
  }
  return length
}
