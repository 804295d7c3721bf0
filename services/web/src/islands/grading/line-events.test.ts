import { describe, expect, it } from 'vitest'
import type { LineOfPart } from './chosen-lines.ts'
import { createLinePointer, pressKey } from './line-events.ts'

const part = {} as HTMLElement
const at = (line: number): LineOfPart => ({ part, line })
const main = { isMain: true, isShift: false }

function recorded() {
  const seen: string[] = []
  const events = {
    choose: (from: LineOfPart, line: number) => seen.push(`choose ${from.line}–${line}`),
    select: () => seen.push('select'),
    press: ({ line }: LineOfPart) => seen.push(`press ${line}`),
    extend: (from: LineOfPart, line: number) => seen.push(`extend ${from.line}–${line}`),
    move: ({ line }: LineOfPart) => seen.push(`move ${line}`),
  }
  return { seen, events, pointer: createLinePointer(events) }
}

describe('a pointer at the lines', () => {
  it('chooses from the number that it presses to where it is dragged, until it is up', () => {
    const { seen, pointer } = recorded()
    const isOurs = pointer.down({ at: at(3), isOnNumber: true }, main)
    pointer.over(at(5))
    pointer.over({ part: {} as HTMLElement, line: 9 })
    pointer.up()
    pointer.over(at(6))
    expect([isOurs, seen]).toEqual([true, ['choose 3–3', 'move 3', 'choose 3–5']])
  })

  it('goes on with Shift from the number that it pressed last', () => {
    const { seen, pointer } = recorded()
    pointer.down({ at: at(3), isOnNumber: true }, main)
    pointer.up()
    pointer.down({ at: at(7), isOnNumber: true }, { ...main, isShift: true })
    expect(seen.slice(2)).toEqual(['choose 3–7', 'move 7'])
  })

  it.each([
    ['beside a number may have selected a text', false, main, ['select']],
    ['with another button does nothing', true, { ...main, isMain: false }, []],
  ])('%s', (_what, isOnNumber, how, expected) => {
    const { seen, pointer } = recorded()
    const isOurs = pointer.down({ at: at(3), isOnNumber }, how)
    pointer.up()
    expect([isOurs, seen]).toEqual([false, expected])
  })
})

describe('a key at the number of a line', () => {
  it.each([
    ['Enter', false, ['press 5'], true],
    [' ', false, ['press 5'], true],
    ['ArrowDown', false, ['move 6'], true],
    ['ArrowUp', true, ['extend 5–4', 'move 4'], true],
    ['j', false, [], false],
  ])('%s, with Shift: %s', (key, shiftKey, expected, isUsed) => {
    const { seen, events } = recorded()
    expect([pressKey(at(5), { key, shiftKey }, { ...events, last: 9 }), seen]).toEqual([isUsed, expected])
  })

  it.each([
    ['ArrowUp', 1],
    ['ArrowDown', 9],
  ])('%s stays at line %i, which is the outermost', (key, line) => {
    const { seen, events } = recorded()
    pressKey(at(line), { key, shiftKey: false }, { ...events, last: 9 })
    expect(seen).toEqual([`move ${line}`])
  })
})
