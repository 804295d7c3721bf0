import { describe, expect, it } from 'vitest'
import { type GraderCells, readGraderRows } from './grader-rows.ts'

describe('a row of graders', () => {
  it.each<[string, Partial<GraderCells>]>([
    ['an address of 254 characters', { email: addressOf(254) }],
    ['the greatest user id', { email: '9007199254740991' }],
    ['an address that begins with a digit', { email: '1@b.c' }],
    ['a name with digits at its end', { email: 'a@b.c9' }],
    ['16 languages', { languages: languages(16) }],
    ['a language with a region', { languages: 'en-GB' }],
    ['64 tags', { feedbackTags: tags(64) }],
    ['a tag of 128 characters beyond the basic plane', { gradingTags: '😀'.repeat(128) }],
    ['a cell of 8192 bytes', { feedbackTags: `a${' '.repeat(8191)}` }],
  ])('may hold %s', (_what, cells) => {
    expect(messagesOf(cells)).toEqual([])
  })

  it.each<[string, Partial<GraderCells>, ...string[]]>([
    ['nobody', { email: ' ' }, '.email required: An e-mail address or a user id is required.'],
    ['a name', { email: 'somebody' }, '.email invalid_format: Must be an e-mail address or a user id.'],
    ['a letter before digits', { email: 'a103' }, '.email invalid_format: Must be an e-mail address or a user id.'],
    [
      'an address of 255 characters',
      { email: addressOf(255) },
      '.email invalid_format: Must be an e-mail address or a user id.',
    ],
    ['the user id 0', { email: '0' }, '.email invalid_format: Must be a user id.'],
    ['a user id above the safe integers', { email: '9007199254740992' }, '.email invalid_format: Must be a user id.'],
    ['no languages', { languages: '' }, '.languages required: A grader has at least one language.'],
    [
      'the empty list of languages',
      { languages: '(none)' },
      '.languages too_short: A grader has at least one language.',
    ],
    ['17 languages', { languages: languages(17) }, '.languages too_long: At most 16 values.'],
    ['65 tags', { gradingTags: tags(65) }, '.gradingTags too_long: At most 64 values.'],
    [
      'an invalid language code',
      { languages: 'fi,fin-FI,Fi,fi-FIN' },
      '.languages invalid_format: Value 3 is not a language code.',
      '.languages invalid_format: Value 4 is not a language code.',
    ],
    ['the same tag twice', { feedbackTags: 'a,b,a' }, '.feedbackTags duplicate: Value 3 is a duplicate.'],
    [
      'an empty tag',
      { feedbackTags: 'a,""' },
      '.feedbackTags invalid_format: Value 2 is not a tag: empty, or longer than 128 characters.',
    ],
    [
      'quotes that do not match',
      { gradingTags: '"a' },
      '.gradingTags invalid_format: The quotes inside this cell do not match.',
    ],
    [
      'languages whose quotes do not match',
      { languages: '"fi' },
      '.languages invalid_format: The quotes inside this cell do not match.',
    ],
    ['a cell of 8193 bytes', { feedbackTags: `a${' '.repeat(8192)}` }, '.feedbackTags too_long: At most 8192 bytes.'],
  ])('may not hold %s', (_what, cells, ...issues) => {
    expect(messagesOf(cells)).toEqual(issues.map((issue) => `$.rows[1]${issue}`))
  })

  it('is one of at most 200', () => {
    expect(readCells(...Array.from({ length: 200 }, () => ({})))).toMatchObject({ ok: true })
    expect(readCells(...Array.from({ length: 201 }, () => ({})))).toEqual({
      ok: false,
      code: 'validation_failed',
      issues: [{ path: '$.rows', code: 'too_long', message: 'At most 200 rows.' }],
    })
  })

  it('has an absent list for an empty cell, and an empty list for the sign of the empty list', () => {
    expect(readCells({ email: ' a@b.c ', languages: 'fi, en', gradingTags: '(none)' })).toStrictEqual({
      ok: true,
      rows: [{ name: { email: 'a@b.c' }, languages: ['fi', 'en'], gradingTags: [] }],
    })
  })
})

const row: GraderCells = { email: '103', languages: 'fi', feedbackTags: '', gradingTags: '' }
const readCells = (...cells: readonly Partial<GraderCells>[]) =>
  readGraderRows(cells.map((cell) => ({ ...row, ...cell })))
/** The messages about the one wrong cell of the second row. */
const messagesOf = (cells: Partial<GraderCells>): string[] => {
  const reading = readCells({}, cells)
  return reading.ok ? [] : reading.issues.map(({ path, code, message }) => `${path} ${code}: ${message}`)
}
const letters = 'abcdefghijklmnopq'
const languages = (count: number): string => Array.from(letters.slice(0, count), (letter) => `a${letter}`).join(',')
const tags = (count: number): string => Array.from({ length: count }, (_, index) => `t${index}`).join(',')
const addressOf = (length: number): string => `${'a'.repeat(length - 4)}@b.c`
