import { withoutFormulaCommands } from './formula-commands.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Control characters except tab and line ends. They mean nothing in a page; sanitising takes them out. */
const controls = /[^\P{Cc}\t\n\r]/gu

/** HTML that shows exactly this text, outside of tags; its lines stay lines. Sanitising changes nothing of the HTML. */
export function textAsHtml(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
  return withoutFormulaCommands(escaped).replaceAll(/\r\n|\r|\n/g, '<br />')
}
