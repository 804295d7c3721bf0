import { withoutFormulaCommands } from './formula-commands.ts'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** All but tab and line ends mean nothing in a page; sanitising takes them out. */
const controls = /[^\P{Cc}\t\n\r]/gu

/** Shows exactly that text, outside of tags; its lines stay lines. Sanitising changes nothing of it. */
export function textAsHtml(text: string): string {
  const escaped = text
    .toWellFormed()
    .replaceAll(controls, '')
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
  return withoutFormulaCommands(escaped).replaceAll(/\r\n|\r|\n/g, '<br />')
}
