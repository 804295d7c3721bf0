import { diff } from 'fast-myers-diff'
import { asLines } from './same-lines.ts'

const lineFeed = 0x0a

/** First and last of each range of lines that a diff adds or changes, from 1. Line ends do not count. Null above `maxLines`. */
export function changedRanges(template: Uint8Array, submission: Uint8Array, maxLines: number): Int32Array | null {
  const ids = new Map<string, number>()
  const before = lineIds(template, maxLines, ids)
  const after = before && lineIds(submission, maxLines, ids)
  if (before === null || after === null) return null
  // Lines that the other file lacks are changed in any diff; leaving them out makes very different files fast.
  const inBefore = new Set(before)
  const inAfter = new Set(after)
  const shared = (id: number): boolean => inBefore.has(id) && inAfter.has(id)
  const lines = Int32Array.from(after.keys()).filter((line) => shared(after[line] ?? -1))
  const isChanged = new Uint8Array(after.length).fill(1)
  for (const line of lines) isChanged[line] = 0
  for (const [, , first, end] of diff(before.filter(shared), after.filter(shared))) {
    for (const line of lines.subarray(first, end)) isChanged[line] = 1
  }
  return rangesOf(isChanged)
}

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
