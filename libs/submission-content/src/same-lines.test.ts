import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedRanges } from './changed-ranges.ts'
import { haveSameLines, mayHaveSameLines } from './same-lines.ts'

describe('haveSameLines', () => {
  it('is true for a text that was saved with other line ends, a byte order mark or in UTF-16, which has no changed lines', () => {
    fc.assert(
      fc.property(savedTwice, (texts) => {
        const [template, copy] = texts as [Buffer, Buffer]
        expect(haveSameLines(template, copy)).toBe(true)
        expect(mayHaveSameLines(template, copy.length)).toBe(true)
        expect(changedRanges(template, copy, 100)).toEqual(Int32Array.of())
      }),
    )
  })

  it('is true exactly for texts of the same lines', () => {
    fc.assert(
      fc.property(lines, lines, (one, other) => {
        const [template, submission] = [one, other].map((texts) =>
          Buffer.from(texts.map((text) => `${text}\r`).join('')),
        )
        expect(haveSameLines(template!, submission!)).toBe(JSON.stringify(one) === JSON.stringify(other))
      }),
    )
  })

  it.each([
    ['a blank line was added at the end', 'a\n', 'a\n\n'],
    ['a mark stands elsewhere than at the beginning', 'ab', 'a\uFEFFb'],
    ['two LF became one CRLF', 'a\n\nb', 'a\r\nb'],
  ])('is false if %s', (_, template, submission) => {
    expect(haveSameLines(Buffer.from(template), Buffer.from(submission))).toBe(false)
  })
})

const line = fc.stringMatching(/^[a-cä😀]{0,3}$/u)
const lines = fc.array(line, { maxLength: 6 })
/** One text, saved in two ways: each line with any end, in UTF-16, or in UTF-8 with a byte order mark or not. */
const savedTwice = fc
  .tuple(
    lines,
    fc.infiniteStream(fc.constantFrom('\n', '\r\n')),
    fc.constantFrom('\r', '\n'),
    fc.constantFrom<[mark: string, encoding: BufferEncoding]>(['', 'utf8'], ['\uFEFF', 'utf8'], ['\uFEFF', 'utf16le']),
    fc.boolean(),
  )
  .map(([texts, ends, end, [mark, encoding], endsLast]) => {
    const last = texts.length - 1
    const other = texts.map((text, at) => text + (at === last && !endsLast && text !== '' ? '' : ends.next().value))
    return [
      Buffer.from(texts.map((text) => text + end).join('')),
      Buffer.from(mark + other.join(''), encoding),
    ] as const
  })
