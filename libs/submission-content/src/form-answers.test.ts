import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wellFormedText } from './any-text.fixture.ts'
import { cutFormAnswers, formAnswersOf, type FormAnswer, type FormField } from './form-answers.ts'

describe('formAnswersOf', () => {
  it('groups values by key, in order', () => {
    const answers = answersOf([
      ['choice', 'b'],
      ['essay', 'text'],
      ['choice', 'a'],
      ['other', ''],
    ])
    expect(answers).toEqual([
      { key: 'choice', title: 'Choose', values: ['b', 'a'] },
      { key: 'essay', title: 'Essay', values: ['text'] },
      { key: 'other', title: null, values: [''] },
    ])
  })

  it.each([
    ['fi', ['Essee', 'Valitse', null]],
    ['fi-FI', ['Essee', 'Valitse', null]],
    ['sv', ['Essay', 'Choose', null]],
  ])('has titles in the language %s', (language, titles) => {
    const answers = answersOf(
      [
        ['essay', ''],
        ['choice', ''],
        ['plain', ''],
      ],
      language,
    )
    expect(answers.map(({ title }) => title)).toEqual(titles)
  })

  it('leaves out fields that A+ adds, and fields of files by the form or by the existing files', () => {
    const keys = ['_aplus_group', 'lang', '__aplus__', 'attachment', 'file1', 'language']
    const answers = answersOf(
      keys.map((key) => [key, 'x']),
      'en',
      ['file1'],
    )
    expect(answers.map(({ key }) => key)).toEqual(['language'])
  })

  it('accepts any key', () => {
    expect(
      answersOf([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]).map(({ key }) => key),
    ).toEqual(['__proto__', 'constructor'])
  })

  it('replaces lone surrogates', () => {
    const [answer] = answersOf([['\uDC00k', 'a\uD800b']])
    expect(answer).toEqual({ key: '\uFFFDk', title: null, values: ['a\uFFFDb'] })
  })
})

describe('cutFormAnswers', () => {
  const answers: FormAnswer[] = [
    { key: 'a', title: null, values: ['one', 'twö "2"'] },
    { key: 'b', title: 'T', values: ['three'] },
  ]
  const size = Buffer.byteLength(JSON.stringify(answers))

  it('does not change answers that fit', () => {
    expect(cutFormAnswers(answers, size + 20)).toEqual(answers)
  })

  it('marks the cut, and leaves out everything after it', () => {
    expect(cutFormAnswers(answers, 60)).toEqual([{ key: 'a', title: null, values: ['one', 'twö  […]'] }])
    expect(cutFormAnswers(answers, 70)).toEqual([{ key: 'a', title: null, values: ['one', 'twö "2" […]'] }])
  })

  it('never has more bytes than allowed, and keeps the beginning', () => {
    const value = wellFormedText(30)
    const answer = fc.record({
      key: value,
      title: fc.option(value),
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    })
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 5 }), fc.integer({ min: 20, max: 600 }), (given, maxBytes) => {
        const kept = cutFormAnswers(given, maxBytes)
        const json = JSON.stringify(kept)
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(maxBytes)
        const all = given.flatMap(({ values }) => values)
        const left = kept.flatMap(({ values }) => values)
        expect(left.every((text, at) => text === all[at] || all[at]?.startsWith(text.replace(/ \[…\]$/, '')))).toBe(
          true,
        )
        if (kept.length < given.length && kept.length > 0) expect(left.at(-1)).toMatch(/ \[…\]$/)
      }),
      { numRuns: 300 },
    )
  })
})

const form: readonly FormField[] = [
  { key: 'essay', type: 'textarea', title: { en: 'Essay', fi: 'Essee' } },
  { key: 'choice', type: 'checkboxes', title: '|en:Choose|fi:Valitse|' },
  { key: 'plain', type: 'text', title: null },
  { key: 'attachment', type: 'file', title: 'File' },
]
const answersOf = (
  answers: readonly (readonly [string, string])[],
  language = 'en',
  fileFields: readonly string[] = [],
) => formAnswersOf({ answers, form, language }, fileFields)
