export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** All at once. What none covers stays as it is, and so does whether the text ends with a line break. */
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

/** Insertions at one place keep their order, and come before what is replaced there. */
function inOrder(splices: readonly Splice[]): Splice[] {
  return splices.toSorted((a, b) => a.start - b.start || Number(a.end > a.start) - Number(b.end > b.start))
}
