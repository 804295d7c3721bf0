import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { en } from '../../texts/en.ts'
import { noFields } from './fields.ts'
import { PlainButtons } from './plain-buttons.tsx'
import { fromNames } from './read-fields.ts'
import { RubricFields } from './rubric-fields.tsx'
import { startNumber } from './stand-in-calls.fixture.ts'

describe('the rubric', () => {
  it('says at each criterion what it lacks, or its points of the most', () => {
    expect(headsOf({})).toEqual(['not judged yet–\u00A0/\u00A08.5', '0', 'not judged yet'])
    expect(headsOf({ 'scores/structure/levelId': 'good', 'scores/report/points': '4' })).toEqual([
      '8.5\u00A0/\u00A08.5',
      '0',
      '',
    ])
  })

  it('has the digit beside what it chooses, and the field of points beside its label', () => {
    const html = drawn({})
    expect(
      [...html.matchAll(/(\d+(?:\.\d+)?)<\/span><kbd aria-hidden="true">(\d)</g)].map(([, , digit]) => digit),
    ).toEqual(['1', '2', '1', '2'])
    expect(html).toMatch(/Points<\/span> *<input[^>]*> *<span class="number quiet">\/ 11.5/)
  })

  it.each<[fields: Record<string, string>, isOpen: boolean]>([
    [{}, false],
    [{ privateNote: 'Look again.' }, true],
    [{ 'adjustment/reason': 'Late.' }, true],
  ])('folds adjustment and private note while both are empty: %o', (fields, isOpen) => {
    expect(drawn(fields).includes('<details class="folded" open>')).toBe(isOpen)
  })
})

it.each([[[]], [['Not judged.']], [['Too many.', 'No comment.']]])(
  'a criterion is described by what is missing of it: %j',
  (texts) => {
    const gaps = texts.map((text) => ({ path: '$.scores.report', text, what: text }))
    const page = { texts: en, start: startNumber(1), fields: noFields, gaps, isReadOnly: false }
    const html = render(h(RubricFields, { page }))
    const [id] = /(?<=data-criterion="report"[^>]*aria-describedby=")[^"]+/.exec(html) ?? []
    const [described] = id === undefined ? [] : (new RegExp(`(?<=id="${id}"[^>]*>(?:<[^>]*>)*)[^<]+`).exec(html) ?? [])
    expect(described).toBe(texts.length > 0 ? texts.join(' ') : undefined)
  },
)

describe('the bar', () => {
  it.each(['', 'Ask the author.'])(
    'has the reason for postponing in a fold, which is open where one is typed: %s',
    (note) => {
      const html = render(h(PlainButtons, { page: pageOf({}), note }))
      expect(html).toMatch(
        /<details class="postpone"[^>]*><summary class="button">Postpone…<\/summary>.*name="note".*<\/details>/,
      )
      expect(html.includes('open')).toBe(note !== '')
    },
  )
})

const pageOf = (fields: Record<string, string>) => ({
  texts: en,
  start: startNumber(1),
  fields: fromNames(fields),
  gaps: [],
  isReadOnly: false,
  onChange: () => {},
})

const drawn = (fields: Record<string, string>): string => render(h(RubricFields, { page: pageOf(fields) }))

/** Beside the titles of the criteria. */
const headsOf = (fields: Record<string, string>): string[] =>
  [...drawn(fields).matchAll(/<span class="earned">(.*?)<\/span>(?=<div|<p|<fieldset)/g)].map(([, head = '']) =>
    head.replaceAll(/<[^>]*>/g, ''),
  )
