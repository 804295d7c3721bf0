/** The text of an empty list. An empty cell means that there is no list. */
const emptyList = '(none)'

/** Separated by `,`; a value that this would split or change is quoted, with quotes doubled, as RFC 4180 has it for cells. */
export function listCell(values: readonly string[] | undefined): string {
  if (values === undefined) return ''
  return values.length === 0 ? emptyList : values.map(valueText).join(',')
}

function valueText(value: string): string {
  const plain = value !== '' && value !== emptyList && !/[,"]|^[ \t]|[ \t]$/.test(value)
  return plain ? value : `"${value.replaceAll('"', '""')}"`
}

/** Blanks around values are ignored; null if the quotes do not match. */
export function readListCell(cell: string): readonly string[] | undefined | null {
  const text = trimBlanks(cell)
  if (text === '') return undefined
  return text === emptyList ? [] : readValues(text)
}

function readValues(text: string): string[] | null {
  const values: string[] = []
  for (let at = 0; ; at += 1) {
    const start = skipBlanks(text, at)
    if (text[start] === '"') {
      const end = closingQuote(text, start + 1)
      values.push(text.slice(start + 1, end).replaceAll('""', '"'))
      at = skipBlanks(text, end + 1)
      if (end < 0 || (at < text.length && text[at] !== ',')) return null
    } else {
      const comma = text.indexOf(',', start)
      at = comma < 0 ? text.length : comma
      const value = trimBlanks(text.slice(start, at))
      if (value.includes('"')) return null
      values.push(value)
    }
    if (at >= text.length) return values
  }
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}

/** Other white space may be part of a value. */
export function trimBlanks(text: string): string {
  let end = text.length
  while (text[end - 1] === ' ' || text[end - 1] === '\t') end -= 1
  return text.slice(Math.min(skipBlanks(text, 0), end), end)
}
