import { textAsHtml } from './text-as-html.ts'

/**
 * The placeholder that every stored text keeps. It is filled where HTML is shown or sent, so that no name stands in a stored text
 * because a template put it there.
 */
const placeholder = '{{studentName}}'

const maxShownCharacters = 300
/** What limits count for a placeholder: a character of a name takes at most six bytes in HTML. */
const maxShownBytes = 1_800

/**
 * Puts the names, joined, in place of the placeholder in sanitised HTML. Names are text and format nothing. In the class of a piece of
 * code the placeholder stays, since a name with spaces would be several classes of the page.
 */
export function fillStudentName(html: string, names: readonly string[]): string {
  if (!html.includes(placeholder)) return html
  const joined = names
    .map((name) => name.replaceAll(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
    .join(', ')
  const inText = textAsHtml(Array.from(joined).slice(0, maxShownCharacters).join(''))
  const inAttribute = inText.replaceAll('"', '&quot;')
  return html.replaceAll(/<[^>]*>|\{\{studentName\}\}/g, (found) => {
    if (found === placeholder) return inText
    return found.startsWith('<code') ? found : found.replaceAll(placeholder, () => inAttribute)
  })
}

/** How many bytes HTML has at most when the placeholder is filled. */
export function filledBytes(html: string): number {
  const placeholders = html.split(placeholder).length - 1
  return Buffer.byteLength(html) + placeholders * (maxShownBytes - placeholder.length)
}
