import { describe, expect, it } from 'vitest'
import { fillPlaceholders, unknownPlaceholders } from './placeholders.ts'

describe('fillPlaceholders', () => {
  it('puts values in place, and leaves those without a value', () => {
    expect(
      fillPlaceholders('{{studentName}}: {{points}}/{{maxPoints}} {{points}}', { studentName: 'Eve', points: '3' }),
    ).toBe('Eve: 3/{{maxPoints}} 3')
  })

  it('fills nothing in what it put in place', () => {
    expect(fillPlaceholders('{{studentName}}', { studentName: '{{points}}', points: '3' })).toBe('{{points}}')
  })
})

describe('unknownPlaceholders', () => {
  it('finds each placeholder that there is not', () => {
    expect(unknownPlaceholders({ en: '{{points}} {{grade}}', fi: '{{ points }} {{maxPoints}}' })).toMatchObject([
      { path: '$.templates.en', code: 'invalid_value' },
      { path: '$.templates.fi', code: 'invalid_value' },
    ])
  })
})
