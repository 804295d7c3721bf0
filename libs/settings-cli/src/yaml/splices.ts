/** Replaces the characters from `start` to before `end`. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A place where an edit would change more than what it is about. */
export class EditRefused extends Error {
  override readonly name = 'EditRefused'
  readonly offset: number
  readonly detail: string

  constructor(offset: number, detail: string) {
    super(detail)
    this.offset = offset
    this.detail = detail
  }
}

/** All at once; what none of them covers stays as it is. Insertions at one place come in their order, before what is replaced there. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let done = 0
  let result = ''
  for (const { start, end, text: next } of inOrder(splices)) {
    result += text.slice(done, Math.max(done, start)) + next
    done = Math.max(done, end)
  }
  return result + text.slice(done)
}

/** Where a place of the new text was in the old one; of a new place, where it was put. */
export function offsetBefore(splices: readonly Splice[], offset: number): number {
  let shift = 0
  for (const { start, end, text } of inOrder(splices)) {
    if (offset < start + shift) break
    if (offset < start + shift + text.length) return start
    shift += text.length - (end - start)
  }
  return offset - shift
}

function inOrder(splices: readonly Splice[]): Splice[] {
  return splices.toSorted((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start))
}

/** The line of a text at a place: where it begins, and where its break does. */
export function lineAt(text: string, offset: number): { start: number; end: number; indent: string; isFirst: boolean } {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const found = text.indexOf('\n', offset)
  const end = found < 0 ? text.length : found - Number(text[found - 1] === '\r')
  return {
    start,
    end,
    /** As wide as what comes before the place. */
    indent: ' '.repeat(offset - start),
    /** Whether nothing but space comes before it. */
    isFirst: text.slice(start, offset).trim() === '',
  }
}

/** The line break that the text has already. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** Removes the lines from one place to another; of the last lines of a text, with the break before them. */
export function removeLines(text: string, from: number, to: number): Splice {
  const { start } = lineAt(text, from)
  const { end } = lineAt(text, to)
  if (end < text.length) return { start, end: text.indexOf('\n', end) + 1, text: '' }
  return { start: Math.max(0, text.startsWith('\r\n', start - 2) ? start - 2 : start - 1), end, text: '' }
}
