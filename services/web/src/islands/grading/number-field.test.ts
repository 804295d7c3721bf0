import { h, options, type VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../texts/en.ts'
import { noFields, type TypedNumber } from './fields.ts'
import { NumberField, UnreadableNote } from './number-field.tsx'
import { startNumber } from './stand-in-calls.fixture.ts'

const { vnode } = options
afterEach(() => void Object.assign(options, { vnode }))

describe('a field of a number', () => {
  it('is a text, since a browser drops the comma of a number and changes one by the wheel', () => {
    const { html } = drawn(-2.5)
    expect(html).toMatch(/<input inputmode="decimal" size="5" [^>]*name="scores\/report\/points" value="−2,5"/)
  })

  it('stays as it was typed, and is marked, while it cannot be read', () => {
    const { html } = drawn('1,000')
    expect(html).toMatch(
      /value="1,000" aria-invalid="true" aria-describedby="(.*)".*<p id="\1" class="error small">This is no/,
    )
  })

  it('says the number to which a key has stepped', () => {
    const { props, onValue, announce } = drawn(2.5)
    const [input, preventDefault] = [{ value: '2,5' }, vi.fn<() => void>()]
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'x'])
      props?.onKeyDown({ key, currentTarget: input, preventDefault })
    expect([onValue.mock.calls, announce.mock.calls]).toEqual([
      [[3], [2.5], [2]],
      [['3'], ['2,5'], ['2']],
    ])
    expect(preventDefault).toHaveBeenCalledTimes(3)
  })

  it('that cannot be read is left alone by keys', () => {
    const { props, onValue } = drawn('1,000')
    const input = { value: '1,000' }
    props?.onKeyDown({ key: 'ArrowUp', currentTarget: input, preventDefault: () => {} })
    expect([input.value, onValue.mock.calls]).toEqual(['1,000', []])
  })
})

/** A field that holds this value, for a reader of Finnish. */
function drawn(value: TypedNumber) {
  const [onValue, announce] = [vi.fn<(typed: TypedNumber) => void>(), vi.fn<(text: string) => void>()]
  const page = {
    texts: en,
    start: { ...startNumber(1), locale: 'fi' as const },
    fields: noFields,
    gaps: [],
    isReadOnly: false,
    announce,
    onChange: () => {},
  }
  const number = { page, name: 'scores/report/points', value }
  let input: VNode<Drawn> | undefined
  options.vnode = (made) => {
    if (made.type === 'input') input = made as VNode<Drawn>
  }
  const html = render(
    h('div', {}, h(NumberField, { ...number, step: 0.5, min: 0, max: 10, onValue }), h(UnreadableNote, number)),
  )
  return { html, props: input?.props, onValue, announce }
}

interface Drawn {
  readonly onKeyDown: (event: object) => void
}
