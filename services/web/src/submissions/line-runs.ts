/** First and last line, from 1. */
export type LineRange = readonly [first: number, last: number]

/** Neighbouring lines that are all seen or all folded. */
export interface LineRun {
  readonly first: number
  readonly last: number
  readonly isFolded: boolean
}

/** So many lines stay seen on either side of a line that matters. */
const around = 3
/** Fewer lines are not folded. */
const minFolded = 8

/** Has 1 at the number of each line that is in a range. */
export function linesIn(ranges: readonly LineRange[], count: number): Uint8Array {
  const lines = new Uint8Array(count + 1)
  for (const [first, last] of ranges) lines.fill(1, Math.max(first, 1), last + 1)
  return lines
}

/** All lines of a text in runs, where those far from the lines that matter are folded. */
export function foldRuns(matter: readonly LineRange[], count: number): LineRun[] {
  const isSeen = linesIn(
    matter.map(([first, last]): LineRange => [first - around, last + around]),
    count,
  )
  const runs: LineRun[] = []
  for (let first = 1, last = 0; first <= count; first = last + 1) {
    const end = isSeen.indexOf(isSeen[first] === 1 ? 0 : 1, first)
    last = end === -1 ? count : end - 1
    const isFolded = isSeen[first] === 0 && last - first + 1 >= minFolded
    const before = runs.at(-1)
    if (before?.isFolded === false && !isFolded) runs[runs.length - 1] = { ...before, last }
    else runs.push({ first, last, isFolded })
  }
  return runs
}
