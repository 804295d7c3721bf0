import { describe, expect, it } from 'vitest'
import { csvHeader, csvLine } from './csv-line.ts'

describe('csvLine', () => {
  it.each([
    [['a', ''], '"a";""\r\n'],
    [['a;b', 'a"b', 'a\nb'], '"a;b";"a""b";"a\nb"\r\n'],
    [['=1+1', "'a"], '"\'=1+1";"\'\'a"\r\n'],
    [[-0.75, '-0.75', 0, null], '-0.75;"\'-0.75";0;""\r\n'],
  ])('writes %j as %j', (cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })
})

describe('csvHeader', () => {
  it('writes the names of the columns without quotes', () => {
    expect(csvHeader(['email', 'gradingTags'])).toBe('email;gradingTags\r\n')
  })
})
