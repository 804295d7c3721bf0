import { describe, expect, it } from 'vitest'
import { asPlainMarkdown, fillPlaceholders, unknownPlaceholders } from './placeholders.ts'

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

describe('asPlainMarkdown', () => {
  it('leaves no character that would format, and no placeholder', () => {
    expect(asPlainMarkdown('# *Anna-Maria*\n<b> {{points}}')).toBe(String.raw`\# \*Anna-Maria\* \<b\> \{\{points\}\}`)
  })

  it.each([
    ['- x', String.raw`\- x`],
    ['12. x', String.raw`12\. x`],
    [' 1) x', String.raw` 1\) x`],
    ['===', String.raw`\===`],
    ['Anna-Maria', 'Anna-Maria'],
  ])('begins no list and no heading with %j', (name, plain) => {
    expect(asPlainMarkdown(name)).toBe(plain)
  })
})
