import { describe, expect, it } from 'vitest'
import { beginsAt, otherEnd, pressing, spanning } from './chosen-lines.ts'

const [part, other] = [{}, {}] as [HTMLElement, HTMLElement]
const third = { part, line: 3 }

describe('lines that are chosen by mouse', () => {
  it.each([
    ['at the line that is pressed', null, third],
    ['with Shift at the line that was pressed before', { part, line: 9 }, { part, line: 9 }],
    ['with Shift at the line itself where the other line is of another file', { part: other, line: 9 }, third],
  ])('begin %s', (_where, before, begins) => {
    expect(beginsAt(third, before)).toEqual(begins)
  })

  it.each([
    [7, { part, first: 3, last: 7 }],
    [1, { part, first: 1, last: 3 }],
  ])('span up and down, to line %i', (to, chosen) => {
    expect(spanning(third, to)).toEqual(chosen)
  })
})

describe('lines that are chosen by keyboard', () => {
  it('are no longer chosen when the only one is pressed again', () => {
    const one = pressing(null, third)
    expect([one, pressing(one, third), pressing({ part, first: 3, last: 4 }, third)]).toEqual([one, null, one])
  })

  it.each([
    ['their last line where the first one moves', { part, first: 3, last: 6 }, 6],
    ['their first line where the last one moves', { part, first: 1, last: 3 }, 1],
    ['the line itself from their middle', { part, first: 1, last: 5 }, 3],
    ['the line itself where they are of another file', { part: other, first: 3, last: 6 }, 3],
    ['the line itself where none are chosen', null, 3],
  ])('go on from %s', (_where, chosen, line) => {
    expect(otherEnd(chosen, third)).toEqual({ part, line })
  })
})
