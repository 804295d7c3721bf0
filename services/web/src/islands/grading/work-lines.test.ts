import { describe, expect, it } from 'vitest'
import { makeButtons, partOf, placeOf } from './work-lines.ts'

const partWith = (dataset: Record<string, string>) => ({ dataset }) as unknown as HTMLElement
const [file, answer] = [partWith({ fileId: '7', path: 'a.py' }), partWith({ answerKey: 'why' })]

describe('the number of a line', () => {
  it('is a button that is not pressed, and says whether the line was added', () => {
    const numbers = [numberOf(1, false), numberOf(2, true)]
    const box = { querySelectorAll: (selector: string) => (selector === '.code .line' ? numbers : []) }
    makeButtons(box as unknown as HTMLElement, 'fi', (line, isAdded) => `Line ${line}${isAdded ? ', added' : ''}`)
    expect(numbers.map(({ attributes }) => Object.fromEntries(attributes))).toEqual([
      { role: 'button', tabindex: '0', 'aria-pressed': 'false', 'aria-label': 'Line 1' },
      { role: 'button', tabindex: '-1', 'aria-pressed': 'false', 'aria-label': 'Line 2, added' },
    ])
  })
})

function numberOf(line: number, isAdded: boolean) {
  const attributes = new Map<string, string>()
  return {
    attributes,
    textContent: String(line),
    closest: (selector: string) => (isAdded && selector === '.row.changed' ? {} : null),
    setAttribute: (name: string, value: string) => attributes.set(name, value),
  }
}

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
