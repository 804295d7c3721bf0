import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { snippetIssues } from './snippet-issues.ts'

const pathsOf = (text: Record<string, string>, points: number | null = null): string[] =>
  snippetIssues({ text, points }, ['en', 'fi', 'pt-BR']).map(({ path, code }) => `${path} ${code}`)

describe('snippetIssues', () => {
  it('finds none in languages of the course', () => {
    expect(pathsOf({ en: 'a', 'pt-BR': 'b' }, 0.29)).toEqual([])
  })

  it('finds every language that the course does not have, and points that are too fine', () => {
    expect(pathsOf({ en: 'a', sv: 'b', 'en-GB': 'c' }, 0.125)).toEqual([
      '$.text.sv invalid_value',
      '$.text.en-GB invalid_value',
      '$.points invalid_value',
    ])
  })

  it('takes every number of hundredths, and no number of thousandths', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000_000, max: 100_000_000 }), (hundredths) => {
        expect(pathsOf({ en: 'a' }, Number(`${hundredths}e-2`))).toEqual([])
        expect(pathsOf({ en: 'a' }, Number(`${hundredths}1e-3`))).toEqual(['$.points invalid_value'])
      }),
    )
  })
})
