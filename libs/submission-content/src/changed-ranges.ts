import { diff } from 'fast-myers-diff'
import { asLines } from './same-lines.ts'

const lineFeed = 0x0a

/** First and last of each range of lines that a diff adds or changes, from 1. Line ends do not count. Null above `maxLines`. */
export function changedRanges(template: Uint8Array, submission: Uint8Array, maxLines: number): Int32Array | null {
  const marked = markLines(template, submission, maxLines)
  return marked && rangesOf(marked.added)
}

/**
 * Each place where a diff takes lines of the one text out and puts lines of the other in: before the first and after the last line of
 * either, counted from 0. Line ends do not count. Null above `maxLines`.
 */
export function changedPairs(before: Uint8Array, after: Uint8Array, maxLines: number): Int32Array | null {
  const marked = markLines(before, after, maxLines)
  if (marked === null) return null
  const { removed, added } = marked
  const pairs: number[] = []
  // Lines that are not marked are the same in both, one by one.
  for (let one = 0, other = 0; one < removed.length || other < added.length; one += 1, other += 1) {
    const [first, start] = [one, other]
    while (removed[one] === 1) one += 1
    while (added[other] === 1) other += 1
    if (one > first || other > start) pairs.push(first, one, start, other)
  }
  return Int32Array.from(pairs)
}

interface MarkedLines {
  /** Has 1 at each line that only the first text has. */
  readonly removed: Uint8Array
  /** Has 1 at each line that only the second text has. */
  readonly added: Uint8Array
}

function markLines(one: Uint8Array, other: Uint8Array, maxLines: number): MarkedLines | null {
  const ids = new Map<string, number>()
  const before = lineIds(one, maxLines, ids)
  const after = before && lineIds(other, maxLines, ids)
  if (before === null || after === null) return null
  // Lines that the other file lacks are changed in any diff; leaving them out makes very different files fast.
  const inBefore = new Set(before)
  const inAfter = new Set(after)
  const shared = (id: number): boolean => inBefore.has(id) && inAfter.has(id)
  const lacking = (id: number): number => (shared(id) ? 0 : 1)
  const [removed, added] = [Uint8Array.from(before, lacking), Uint8Array.from(after, lacking)]
  const [sharedBefore, sharedAfter] = [placesOfZero(removed), placesOfZero(added)]
  for (const [from, to, first, end] of diff(before.filter(shared), after.filter(shared))) {
    for (const line of sharedBefore.subarray(from, to)) removed[line] = 1
    for (const line of sharedAfter.subarray(first, end)) added[line] = 1
  }
  return { removed, added }
}

const placesOfZero = (marks: Uint8Array): Int32Array =>
  Int32Array.from(marks.keys()).filter((line) => marks[line] === 0)

/** Gives each line a number, the same to equal lines. The bytes are compared, so the encoding does not matter. */
function lineIds(bytes: Uint8Array, maxLines: number, ids: Map<string, number>): Int32Array | null {
  const text = asLines(bytes)
  const found: number[] = []
  for (let start = 0; start < text.length;) {
    if (found.length === maxLines) return null
    const end = text.indexOf(lineFeed, start) + 1
    const line = text.toString('latin1', start, end)
    const id = ids.get(line) ?? ids.size
    ids.set(line, id)
    found.push(id)
    start = end
  }
  return Int32Array.from(found)
}

function rangesOf(isChanged: Uint8Array): Int32Array {
  const ranges: number[] = []
  for (let first = isChanged.indexOf(1); first >= 0;) {
    const end = isChanged.indexOf(0, first)
    const last = end < 0 ? isChanged.length : end
    ranges.push(first + 1, last)
    first = isChanged.indexOf(1, last)
  }
  return Int32Array.from(ranges)
}
