const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Control characters but tab and line ends mean nothing in a page, and are taken out when it is sanitised. */
const controls = /[^\P{Cc}\t\n\r]/gu

/** A text as HTML that shows exactly that text, outside of tags; its lines stay lines. Sanitising changes nothing of it. */
export function textAsHtml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
    .replaceAll(/\r\n|\r|\n/g, '<br />')
}
