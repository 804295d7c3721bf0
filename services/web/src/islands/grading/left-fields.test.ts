import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { en } from '../../texts/en.ts'
import { differencesBetween } from './differences.ts'
import { focusedText } from './field-at.ts'
import type { NamedFields } from './field-names.ts'
import { filledFeedback, placeholdersIn } from './filled-feedback.ts'
import { LeftFields } from './left-fields.tsx'
import { fromNames } from './read-fields.ts'
import { startNumber } from './stand-in-calls.fixture.ts'

describe('what was typed and is not saved', () => {
  it.each<[what: string, base: NamedFields, mine: NamedFields, stands: NamedFields, shown: string]>([
    ['that differs is shown', { body: 'was' }, { body: 'mine' }, { body: 'theirs' }, 'mine'],
    ['that nobody changed is not', { body: 'was' }, { body: 'was' }, { body: 'theirs' }, 'Nothing.'],
    ['that stands already is not', { body: 'was' }, { body: 'mine' }, { body: 'mine' }, 'Nothing.'],
    ['that is no number is shown', {}, { 'scores/report/points': '1,000' }, {}, '1,000'],
  ])('%s', (_what, base, mine, stands, shown) => {
    const props = {
      texts: en,
      start: startNumber(1, stands),
      title: 'Left',
      left: { base, mine },
      answerTitles: undefined,
      otherwise: 'Nothing.',
    }
    const [, text] = /<(?:textarea|p class="quiet")[^>]*>([^<]*)/.exec(render(h(LeftFields, props))) ?? []
    expect(text).toBe(shown)
  })
})

describe('differences', () => {
  it('are of the fields alone that differ', () => {
    const naming = { texts: en, locale: 'en', rubric: startNumber(1).assessment.rubric } as const
    const [mine, now] = ['mine', 'theirs'].map((body) => fromNames({ body, privateNote: 'same' }))
    expect(differencesBetween(mine!, now!, naming)).toEqual([
      { name: en.grading.feedback, own: 'mine', other: 'theirs' },
    ])
  })
})

describe('the feedback in its preview', () => {
  it('has the values that its placeholders have now', () => {
    const body = '{{points}} of {{maxPoints}}, {{points}}'
    const fields = fromNames({ body, 'scores/structure/levelId': 'good' })
    expect(filledFeedback(startNumber(1), fields)).toBe('8.5 of 20, 8.5')
  })

  it('has numbers as its own language writes them, whatever the reader speaks', () => {
    const start = { ...startNumber(1), feedback: { id: 'f', revision: 1, language: 'fi', state: 'draft' as const } }
    const fields = fromNames({ body: '{{points}}', 'scores/structure/levelId': 'good' })
    expect(filledFeedback(start, fields)).toBe('8,5')
  })

  it('and the values beside it are of the placeholders that stand there, as they are filled in now', () => {
    const body = '{{studentName}}: {{points}} {{exerciseName}}'
    const fields = fromNames({ body, 'scores/structure/levelId': 'good' })
    expect(placeholdersIn(startNumber(1), fields)).toEqual([
      { placeholder: '{{studentName}}', text: 'Student 1' },
      { placeholder: '{{points}}', text: '8.5' },
    ])
  })
})

describe('a snippet', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.each([
    ['is inserted into a text', {}, true],
    ['is inserted into a text of one line', { type: 'text', inputMode: '' }, true],
    ['is not inserted into a number', { type: 'text', inputMode: 'decimal' }, false],
    ['is not inserted into a box', { type: 'checkbox', inputMode: '' }, false],
    ['is not inserted into a text that cannot be written', { readOnly: true }, false],
  ])('%s', (_what, field, isInserted) => {
    class Area {
      static [Symbol.hasInstance] = (tried: object): boolean => !('type' in tried)
    }
    class Line {
      static [Symbol.hasInstance] = (tried: object): boolean => 'type' in tried
    }
    vi.stubGlobal('HTMLTextAreaElement', Area)
    vi.stubGlobal('HTMLInputElement', Line)
    vi.stubGlobal('document', { activeElement: field })
    expect(focusedText()).toBe(isInserted ? field : null)
  })
})
