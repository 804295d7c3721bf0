import MarkdownIt, { type Token } from 'markdown-it'
import { drawTaskBoxes } from './task-boxes.ts'

/** Bounds the work on each line. A list and its item are two levels; the parser leaves out what is deeper. */
export const maxNesting = 60

const markdown = new MarkdownIt({ html: false, xhtmlOut: true, maxNesting })
markdown.core.ruler.push('tasks', ({ tokens }) => drawTaskBoxes(tokens))
markdown.core.ruler.push('alignment', ({ tokens }) => tokens.forEach(alignByAttribute))
for (const rule of ['s_open', 's_close']) {
  markdown.renderer.rules[rule] = (tokens, at) => (tokens[at]?.nesting === 1 ? '<del>' : '</del>')
}

/** CommonMark with GitHub's tables, task lists and strikethrough; HTML is shown as text. Linear time, whatever the text is. */
export function parseMarkdown(text: string): Token[] {
  return markdown.parse(text, {})
}

/** Must still be sanitised. */
export function writeHtml(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** The parser uses styles, which a page that shows the text does not allow. */
function alignByAttribute(token: Token): void {
  if (token.type !== 'th_open' && token.type !== 'td_open') return
  token.attrs = (token.attrs ?? []).map(([name, value]) =>
    name === 'style' ? ['align', String(value).replace('text-align:', '')] : [name, value],
  )
}
