import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { RubricFields } from './rubric-fields.tsx'
import { startNumber } from './stand-in-calls.fixture.ts'

it.each([[[]], [['Not judged.']], [['Too many.', 'No comment.']]])(
  'a criterion is described by what is missing of it: %j',
  (texts) => {
    const gaps = texts.map((text) => ({ path: '$.scores.report', text }))
    const page = { texts: en, start: startNumber(1), fields: {}, gaps, isReadOnly: false }
    const html = render(h(RubricFields, { page }))
    const [id] = /(?<=data-criterion="report"[^>]*aria-describedby=")[^"]+/.exec(html) ?? []
    const [described] = id === undefined ? [] : (new RegExp(`(?<=id="${id}"[^>]*>(?:<[^>]*>)*)[^<]+`).exec(html) ?? [])
    expect(described).toBe(texts.length > 0 ? texts.join(' ') : undefined)
  },
)
