import { describe, expect, it } from 'vitest'
import { csvHeader, csvLine } from './csv-line.ts'

describe('csvLine', () => {
  it.each([
    [['a', ''], '"a";""\r\n'],
    [['a;b', 'a"b', 'a\nb'], '"a;b";"a""b";"a\nb"\r\n'],
    [['=1+1', "'a", '\ta'], '"\'=1+1";"\'\'a";"\'\ta"\r\n'],
    [[-0.75, '-0.75', 0, null], '-0,75;"\'-0.75";0;""\r\n'],
  ])('writes %j as %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })

  it('writes numbers with a decimal point where commas separate', () => {
    expect(csvLine([-0.75, 'a,b', 12, null, '\t=1'], 'comma')).toBe('-0.75,"a,b",12,"","\'\t\'=1"\r\n')
  })
})

describe('csvHeader', () => {
  it('writes the names of the columns without quotes', () => {
    expect(csvHeader(['email', 'gradingTags'])).toBe('email;gradingTags\r\n')
    expect(csvHeader(['email', 'gradingTags'], 'comma')).toBe('email,gradingTags\r\n')
  })
})
