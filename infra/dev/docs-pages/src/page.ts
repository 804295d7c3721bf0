/** A page that a program writes. */
export interface Page {
  /** Below the site's pages, without ending: `errors/revision_conflict`. */
  readonly path: string
  readonly title: string
  /** One sentence, for search engines and lists. */
  readonly description: string
  /** Place in its folder of the side bar; pages without one follow by name. */
  readonly order?: number
  /** Whether tables get the place of the list of headings. */
  readonly wide?: true
  /** Markdown. */
  readonly body: string
}

/** A page as Starlight reads it. */
export function pageText({ title, description, order, wide, body }: Page): string {
  const sidebar = order === undefined ? {} : { order }
  // JSON is YAML, and quotes whatever a title may have in it.
  const head = [
    `title: ${JSON.stringify(title)}`,
    `description: ${JSON.stringify(description)}`,
    `sidebar: ${JSON.stringify(sidebar)}`,
    'editUrl: false',
    ...(wide === true ? ['tableOfContents: false'] : []),
  ]
  return ['---', ...head, '---', '', body.trim(), ''].join('\n')
}

/** A table of Markdown. Cells are Markdown of one line. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A block of code with its language. */
export function code(language: string, text: string): string {
  return ['```' + language, text.trimEnd(), '```'].join('\n')
}
