import MarkdownIt, { type Token } from 'markdown-it'
import { keepFormulas } from './keep-formulas.ts'
import { drawTaskBoxes } from './task-boxes.ts'

/** Max nesting of quotes and lists, a list and its item being two levels; it bounds the work on each line. Deeper text is left out. */
export const maxNesting = 60

/** Headings of a text stand below the headings of the page that shows it, which are of levels 3 and 4. */
const levelsBelow = 4

const markdown = new MarkdownIt({ html: false, breaks: true, xhtmlOut: true, maxNesting })
keepFormulas(markdown)
markdown.core.ruler.push('tasks', ({ tokens }) => drawTaskBoxes(tokens))
markdown.core.ruler.push('alignment', ({ tokens }) => tokens.forEach(alignWithoutStyle))
markdown.core.ruler.push('page', ({ tokens }) => tokens.forEach(fitIntoPage))
for (const rule of ['s_open', 's_close']) {
  markdown.renderer.rules[rule] = (tokens, at) => (tokens[at]?.nesting === 1 ? '<del>' : '</del>')
}

/** CommonMark with GitHub's tables, task lists and strikethrough, whose line breaks stay; HTML is shown as text. Linear time, whatever the text is. */
export function parseMarkdown(text: string): Token[] {
  return markdown.parse(text, {})
}

/** The result must still be sanitised. */
export function writeHtml(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {})
}

/** Of Bootstrap, in its versions: a page of the learning platform aligns heads of columns by a rule, which no attribute overrules. */
const headClasses: Readonly<Record<string, string>> = { right: 'text-right text-end', center: 'text-center' }

/** The parser aligns cells by styles, which are not allowed in a page that shows the text; here by an attribute, heads by a class too. */
function alignWithoutStyle(token: Token): void {
  if (token.type !== 'th_open' && token.type !== 'td_open') return
  const style = token.attrGet('style')
  if (style === null) return
  const align = String(style).replace('text-align:', '')
  const headClass = token.type === 'th_open' ? headClasses[align] : undefined
  token.attrs = [['align', align], ...(headClass === undefined ? [] : [['class', headClass] as [string, string]])]
}

/** Gives tables their class, without which the learning platform shows no lines, and moves headings below the page's own. */
function fitIntoPage(token: Token): void {
  if (token.type === 'table_open') token.attrs = [['class', 'table']]
  if (token.type === 'heading_open' || token.type === 'heading_close')
    token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + levelsBelow)}`
}
