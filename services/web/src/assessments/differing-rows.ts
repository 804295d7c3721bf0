import type { RangePair } from '@course-grading/submission-content'

/** A line of a text, or lines of this attempt that are the same and not drawn. */
export type DifferingRow =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly line: number; readonly text: string }
  | { readonly kind: 'left out'; readonly line: number; readonly last: number }

/** So many lines that are the same are drawn on either side of those that differ. */
const around = 3

/** Lines have the number that they have in their text: removed ones in the text before, others in the text after. */
export function differingRows(before: string, after: string, pairs: readonly RangePair[]): DifferingRow[] {
  const [older, newer] = [linesOf(before), linesOf(after)]
  const rows: DifferingRow[] = []
  const add = (kind: 'same' | 'added' | 'removed', lines: readonly string[], first: number, end: number): void => {
    for (let at = first; at < end; at += 1) rows.push({ kind, line: at + 1, text: lines[at] ?? '' })
  }
  let drawn = 0
  const addSame = (end: number, isAfterPair: boolean, isBeforePair: boolean): void => {
    const from = drawn + (isAfterPair ? around : 0)
    const to = end - (isBeforePair ? around : 0)
    if (from >= to) return add('same', newer, drawn, end)
    add('same', newer, drawn, from)
    rows.push({ kind: 'left out', line: from + 1, last: to })
    add('same', newer, to, end)
  }
  for (const [at, pair] of pairs.entries()) {
    addSame(pair.after[0], at > 0, true)
    add('removed', older, ...pair.before)
    add('added', newer, ...pair.after)
    drawn = pair.after[1]
  }
  addSame(newer.length, pairs.length > 0, false)
  return rows
}

/** Lines as they are compared: a line end at the end of a text begins no further line. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}
