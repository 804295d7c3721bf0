import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { CommentField } from './comment-field.tsx'
import { fromNames } from './read-fields.ts'
import { startNumber } from './stand-in-calls.fixture.ts'

const withScript = { onChange: () => {} }

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
})
