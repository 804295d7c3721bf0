import { expect, it } from 'vitest'
import { foldRuns, type LineRange } from './line-runs.ts'

const seen = (first: number, last: number) => ({ first, last, isFolded: false })
const folded = (first: number, last: number) => ({ first, last, isFolded: true })

it.each<readonly [matter: LineRange[], count: number, ReturnType<typeof foldRuns>]>([
  [[], 0, []],
  [[], 7, [seen(1, 7)]],
  [[], 8, [folded(1, 8)]],
  [[[1, 1]], 11, [seen(1, 11)]],
  [[[1, 1]], 12, [seen(1, 4), folded(5, 12)]],
  [[[12, 12]], 12, [folded(1, 8), seen(9, 12)]],
  [
    [
      [12, 13],
      [27, 27],
    ],
    30,
    [folded(1, 8), seen(9, 30)],
  ],
  [
    [
      [12, 13],
      [40, 99],
    ],
    50,
    [folded(1, 8), seen(9, 16), folded(17, 36), seen(37, 50)],
  ],
])('of lines that matter %j in %i, those far away are folded', (matter, count, runs) => {
  expect(foldRuns(matter, count)).toEqual(runs)
})
