import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedPairs, changedRanges } from './changed-ranges.ts'
import { editedTemplate } from './generated-edits.fixture.ts'

describe('changedRanges', () => {
  it.each(cases)('returns %s', (_, template, submission, ranges) => {
    expect(compare(template, submission)).toEqual(ranges)
  })

  it('compares bytes, in any encoding', () => {
    expect(changedRanges(Uint8Array.of(0xe4, 0x0a), Uint8Array.of(0xc3, 0xa4, 0x0a), 10)).toEqual(Int32Array.of(1, 1))
  })

  it.each([
    ['template', 'a\n'.repeat(3), 'a\n'],
    ['submission', 'a\n', 'a\n'.repeat(3)],
  ])('does not compare if the %s has too many lines', (_, template, submission) => {
    expect(compare(template, submission, 2)).toBeNull()
    expect(compare(template, submission, 3)).not.toBeNull()
  })

  it('returns as few lines as there can be without which the submission has only lines of the template, in order', () => {
    fc.assert(
      fc.property(editedTemplate, ([template, submission]) => {
        const kept = new Set(linesOf(submission).keys())
        const ranges = compare(template, submission) ?? []
        for (let at = 0; at < ranges.length; at += 2) {
          for (let line = ranges[at] ?? 0; line <= (ranges[at + 1] ?? 0); line += 1) kept.delete(line - 1)
        }
        const lines = linesOf(template)
        const left = linesOf(submission).filter((_, line) => kept.has(line))
        expect(left.every((line) => lines.splice(0, lines.indexOf(line) + 1).includes(line))).toBe(true)
        expect(left.length).toBe(commonLines(linesOf(template), linesOf(submission)))
      }),
    )
  })
})

describe('changedPairs', () => {
  it('has what turns one text into the other, and the ranges of `changedRanges`', () => {
    fc.assert(
      fc.property(editedTemplate, asText, asText, ([before, after], one, other) => {
        const [first, second] = [one(before), other(after)]
        const pairs = changedPairs(first, second, 20_000) ?? new Int32Array()
        const made = linesOf(before)
        const added: number[] = []
        // From the end, so that the places before it stay.
        for (let at = pairs.length - 4; at >= 0; at -= 4) {
          const [from = 0, to = 0, start = 0, end = 0] = pairs.subarray(at, at + 4)
          made.splice(from, to - from, ...linesOf(after).slice(start, end))
          if (end > start) added.unshift(start + 1, end)
        }
        expect(made).toEqual(linesOf(after))
        expect(added).toEqual([...(changedRanges(first, second, 20_000) ?? [])])
      }),
    )
  })

  it('does not compare texts of too many lines', () => {
    expect(changedPairs(Buffer.from('a\nb\n'), Buffer.from('a\n'), 1)).toBeNull()
  })
})

/** A text in UTF-8, with or without a byte order mark, or in UTF-16. */
const asText = fc.constantFrom(
  (text: string) => Buffer.from(text),
  (text: string) => Buffer.from(`\uFEFF${text}`),
  (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
)

/** The length of the longest sequence of lines that both have. */
function commonLines(one: readonly string[], other: readonly string[]): number {
  let before = Array<number>(other.length + 1).fill(0)
  for (const line of one) {
    const next = [0]
    for (const [at, each] of other.entries())
      next.push(line === each ? before[at]! + 1 : Math.max(before[at + 1]!, next[at]!))
    before = next
  }
  return before.at(-1)!
}

const compare = (template: string, submission: string, maxLines = 20_000): number[] | null => {
  const ranges = changedRanges(Buffer.from(template), Buffer.from(submission), maxLines)
  return ranges && [...ranges]
}
const linesOf = (text: string): string[] => (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => line.trimEnd())

const cases: readonly [what: string, template: string, submission: string, ranges: number[]][] = [
  ['nothing for equal files', 'a\nb\n', 'a\nb\n', []],
  ['nothing for a deletion', 'a\nb\nc\n', 'a\nc\n', []],
  ['a line that was changed', 'a\nb\nc\n', 'a\nx\nc\n', [2, 2]],
  ['lines that were added', 'a\nb\n', 'a\nx\ny\nb\nz\n', [2, 3, 5, 5]],
  ['everything, if the template is empty', '', 'a\nb', [1, 2]],
  ['nothing, if the submission is empty', 'a\n', '', []],
  ['a line whose line end became CRLF only if its text changed too', 'a\nb\n', 'a\r\nx\r\n', [2, 2]],
  ['nothing for a last line that lost its line end', 'a\nb\n', 'a\nb', []],
  ['lines that end with CR only', 'a\nb', 'a\rc', [2, 2]],
  ['nothing for a first line after a byte order mark', 'a\nb\n', '\uFEFFa\nx\n', [2, 2]],
  ['lines that were added between equal lines', 'x\nx\n', 'x\nx\nx\n', [3, 3]],
]
