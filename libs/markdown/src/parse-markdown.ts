import MarkdownIt, { type Token } from 'markdown-it'
import { keepFormulas } from './keep-formulas.ts'
import { drawTaskBoxes } from './task-boxes.ts'

/** How deep quotes and lists may nest, a list and its item being two levels, to bound the work on each line. Deeper text is left out. */
export const maxNesting = 60

/** Headings of a text stand below the headings of the page that shows it, which are of levels 3 and 4. */
const levelsBelow = 4

const markdown = new MarkdownIt({ html: false, xhtmlOut: true, maxNesting })
keepFormulas(markdown)
markdown.core.ruler.push('tasks', ({ tokens }) => drawTaskBoxes(tokens))
markdown.core.ruler.push('alignment', ({ tokens }) => tokens.forEach(alignByAttribute))
markdown.core.ruler.push('page', ({ tokens }) => tokens.forEach(fitIntoPage))
for (const rule of ['s_open', 's_close']) {
  markdown.renderer.rules[rule] = (tokens, at) => (tokens[at]?.nesting === 1 ? '<del>' : '</del>')
}

/** CommonMark with GitHub's tables, task lists and strikethrough; HTML is shown as text. Linear time, whatever the text is. */
export function parseMarkdown(text: string): Token[] {
  return markdown.parse(text, {})
}

/** The HTML of a parsed text, which must still be sanitised. */
export function writeHtml(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** Aligns cells by an attribute. The parser uses styles, which are not allowed in a page that shows the text. */
function alignByAttribute(token: Token): void {
  if (token.type !== 'th_open' && token.type !== 'td_open') return
  token.attrs = (token.attrs ?? []).map(([name, value]) =>
    name === 'style' ? ['align', String(value).replace('text-align:', '')] : [name, value],
  )
}

/** A table without the class has no lines in the pages of the learning platform. */
function fitIntoPage(token: Token): void {
  if (token.type === 'table_open') token.attrs = [['class', 'table']]
  if (token.type === 'heading_open' || token.type === 'heading_close')
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + levelsBelow)}`
}
