import { textAsHtml } from './text-as-html.ts'

/** Stored texts keep the placeholder; it is filled where HTML is shown or sent, so that no stored text has a name from a template. */
const placeholder = '{{studentName}}'

const maxShownCharacters = 300
/** Counted for a placeholder: a character of a name takes at most six bytes in HTML. */
export const maxPlaceholderBytes = 1_800

/** Fills sanitised HTML; names format nothing. In a class of code the placeholder stays: a name with spaces would be several. */
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

export function filledBytes(html: string): number {
  const placeholders = html.split(placeholder).length - 1
  return Buffer.byteLength(html) + placeholders * (maxPlaceholderBytes - placeholder.length)
}
