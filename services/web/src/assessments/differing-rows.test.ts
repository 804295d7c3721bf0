import { createLineDifference } from '@course-grading/submission-content'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { differingRows } from './differing-rows.ts'

const lineDifference = createLineDifference({ limitMs: 60_000, waitMs: 60_000 })
afterAll(() => lineDifference.close())

it('draws what turns one text into the other, with three lines around, and counts all other lines', async () => {
  await fc.assert(
    fc.asyncProperty(edited, async ([before, after]) => {
      const rows = differingRows(before, after, (await lineDifference.changedPairs(before, after)) ?? [])
      const made = linesOf(before)
      let offset = 0
      let next = 1
      for (const [at, row] of rows.entries()) {
        if (row.kind === 'removed') {
          expect(made.splice(row.line - 1 + offset, 1)).toEqual([row.text])
          offset -= 1
          continue
        }
        // Each line of this attempt is there once, drawn or counted.
        expect(row.line).toBe(next)
        next = (row.kind === 'left out' ? row.last : row.line) + 1
        if (row.kind === 'added') {
          made.splice(row.line - 1, 0, row.text)
          offset += 1
        }
        if (row.kind === 'left out') {
          const beside = [rows.slice(Math.max(0, at - 3), at), rows.slice(at + 1, at + 4)].flat()
          expect(beside.every(({ kind }) => kind === 'same')).toBe(true)
        }
      }
      expect(made).toEqual(linesOf(after))
      expect(next).toBe(linesOf(after).length + 1)
    }),
  )
})

const linesOf = (text: string): string[] =>
  (text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []).map((line) => line.trimEnd())

const line = fc
  .tuple(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e'), fc.constantFrom('\n', '\n', '\r\n'))
  .map((parts) => parts.join(''))
const edit = fc.record({
  at: fc.nat({ max: 60 }),
  removed: fc.nat({ max: 3 }),
  added: fc.array(line, { maxLength: 3 }),
})
const edited = fc
  .tuple(fc.array(line, { maxLength: 60 }), fc.array(edit, { maxLength: 4 }))
  .map(([before, edits]): [string, string] => {
    const after = edits.reduce((lines, { at, removed, added }) => lines.toSpliced(at, removed, ...added), before)
    return [before.join(''), after.join('')]
  })
