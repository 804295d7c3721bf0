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
  result += text.slice(done)
  return text.endsWith('\n') ? result : result.replace(/\r?\n$/, '')
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

interface Line {
  readonly start: number
  /** Where the next line begins. */
  readonly next: number
  /** As wide as what comes before the place. */
  readonly indent: string
  /** Whether nothing but space comes before it. */
  readonly isFirst: boolean
}

/** The line of a text at a place. */
export function lineAt(text: string, offset: number): Line {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  // A byte order mark has no width.
  const start = lineStart === 0 && text.startsWith('\uFEFF') ? 1 : lineStart
  const found = text.indexOf('\n', offset)
  return {
    start,
    next: found < 0 ? text.length : found + 1,
    indent: ' '.repeat(offset - start),
    isFirst: text.slice(start, offset).trim() === '',
  }
}

/** The line break that the text has already. */
export function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n'
}

/** Removes the lines from one place to another. */
export function removeLines(text: string, from: number, to: number): Splice {
  return { start: lineAt(text, from).start, end: lineAt(text, to).next, text: '' }
}
