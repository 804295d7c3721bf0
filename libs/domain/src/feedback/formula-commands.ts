/** Commands by which a page that draws formulas would make links, load something, or imitate the page. */
const commands =
  /(<code[^>]*>[^<]*<\/code>|<[^>]*>)|\\(?=(?:href|url|class|cssId|style|data|html[A-Z][a-z]*|require|includegraphics|csname)(?![A-Za-z]))/g

/** An invisible character makes each of the `commands` unknown. Tags stay as they are, and so does code, which is not drawn. */
export function withoutFormulaCommands(html: string): string {
  return html.replaceAll(commands, (_found, kept: string | undefined) => kept ?? '\\\u2060')
}
