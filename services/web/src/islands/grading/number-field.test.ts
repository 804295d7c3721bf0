import { h, options, type VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../texts/en.ts'
import { NumberField } from './number-field.tsx'
import { unreadable } from './patches.ts'
import { startNumber } from './stand-in-calls.fixture.ts'

const path = 'scores/report/points'
const { vnode } = options
afterEach(() => void Object.assign(options, { vnode }))

describe('a number that is typed', () => {
  it.each([
    ['that can be read', '1.5', false, '1.5'],
    ['that the browser cannot read', '', true, unreadable],
    ['that was taken back', '', false, ''],
  ])('%s is what the page has of it', (_what, value, badInput, heard) => {
    const onValue = vi.fn<(value: string) => void>()
    drawn('1', onValue)?.props.onInput({ currentTarget: { value, validity: { badInput } } })
    expect(onValue.mock.calls).toEqual([[heard]])
  })

  it('is left alone, and marked, while it cannot be read', () => {
    expect(drawn(unreadable)?.props).toMatchObject({ value: undefined, 'aria-invalid': true })
    expect(drawn('1')?.props).toMatchObject({ value: '1', 'aria-invalid': undefined })
  })
})

/** The element of a field that has this text. */
function drawn(text: string, onValue = (_value: string): void => {}): VNode<Drawn> | undefined {
  const page = {
    texts: en,
    start: startNumber(1),
    fields: { [path]: text },
    gaps: [],
    isReadOnly: false,
    onField: () => {},
  }
  let input: VNode<Drawn> | undefined
  options.vnode = (made) => {
    if (made.type === 'input') input = made as VNode<Drawn>
  }
  render(h(NumberField, { page, path, onValue }))
  return input
}

interface Drawn {
  readonly onInput: (event: object) => void
}
