import MarkdownIt, { type Token } from 'markdown-it'
import { drawTaskBoxes } from './task-boxes.ts'

/**
 * How deep quotes and lists may be in each other: a list and its item are two levels. It bounds the work on each line, and the parser
 * leaves out the text of what is deeper.
 */
export const maxNesting = 60

const markdown = new MarkdownIt({ html: false, xhtmlOut: true, maxNesting })
markdown.core.ruler.push('tasks', ({ tokens }) => drawTaskBoxes(tokens))
markdown.core.ruler.push('alignment', ({ tokens }) => tokens.forEach(alignByAttribute))
for (const rule of ['s_open', 's_close']) {
  markdown.renderer.rules[rule] = (tokens, at) => (tokens[at]?.nesting === 1 ? '<del>' : '</del>')
}

/**
 * CommonMark with the tables, task lists and strikethrough of GitHub. HTML in the text is text. Takes time in proportion to the length,
 * whatever the text is.
 */
export function parseMarkdown(text: string): Token[] {
  return markdown.parse(text, {})
}

/** HTML of what was parsed, which is to be sanitised. */
export function writeHtml(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** The parser aligns cells by styles, which are not allowed in a page that shows the text. */
function alignByAttribute(token: Token): void {
  if (token.type !== 'th_open' && token.type !== 'td_open') return
  token.attrs = (token.attrs ?? []).map(([name, value]) =>
    name === 'style' ? ['align', String(value).replace('text-align:', '')] : [name, value],
  )
}
