import { describe, expect, it } from 'vitest'
import { partOf, placeOf } from './work-lines.ts'

const partWith = (dataset: Record<string, string>) => ({ dataset }) as unknown as HTMLElement
const [file, answer] = [partWith({ fileId: '7', path: 'a.py' }), partWith({ answerKey: 'why' })]

describe('the place of chosen lines', () => {
  it.each([
    ['a file', file, { fileId: 7, path: 'a.py', sha256: null }],
    ['an answer', answer, { answerKey: 'why' }],
  ])('is of %s, and is found there again', (_what, part, anchor) => {
    const place = placeOf({ part, first: 2, last: 3 })
    expect(place).toEqual({ anchor, startLine: 2, endLine: 3 })
    expect(partOf([partWith({ fileId: '8' }), file, answer], place)).toBe(part)
  })
})
