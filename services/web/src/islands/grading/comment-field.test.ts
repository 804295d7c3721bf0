import { h, options, type VNode } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../texts/en.ts'
import { CommentField } from './comment-field.tsx'
import { type Change, noFields } from './fields.ts'
import { fromNames, toNames } from './read-fields.ts'
import { startNumber } from './stand-in-calls.fixture.ts'

const withScript = { onChange: () => {} }

const { vnode } = options
afterEach(() => void Object.assign(options, { vnode }))

describe('the comment of a criterion', () => {
  it.each([
    ['without the script', {}, '', false, 'textarea'],
    ['that has a text', withScript, 'Typed.', false, 'textarea'],
    ['that is required', withScript, '', true, 'textarea'],
    ['that is empty', withScript, '', false, 'button'],
    ['that is empty and cannot be written', { ...withScript, isReadOnly: true }, '', false, undefined],
  ])('%s is drawn as it should', (_what, more, text, isRequired, expected) => {
    const page = {
      texts: en,
      start: startNumber(1),
      fields: fromNames({ 'scores/structure/comment': text }),
      gaps: [],
      isReadOnly: false,
      ...more,
    }
    const html = render(h(CommentField, { page, criterionId: 'structure', isRequired }))
    expect(/<(textarea|button)/.exec(html)?.[1]).toBe(expected)
  })

  it('takes in no character that no database stores', () => {
    let area: VNode<Drawn> | undefined
    options.vnode = (made) => {
      if (made.type === 'textarea') area = made as VNode<Drawn>
    }
    const onChange = vi.fn<(change: Change) => void>()
    const page = { texts: en, start: startNumber(1), fields: noFields, gaps: [], isReadOnly: false, onChange }
    render(h(CommentField, { page, criterionId: 'structure', isRequired: true }))
    area?.props.onInput({ currentTarget: { value: 'a\0b' } })
    expect(onChange.mock.calls.map(([change]) => toNames(change(noFields)))).toEqual([
      { 'scores/structure/comment': 'ab' },
    ])
  })
})

interface Drawn {
  readonly onInput: (event: object) => void
}
