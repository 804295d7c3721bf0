import { describe, expect, it } from 'vitest'
import { isQuicklySanitised } from './quickly-sanitised.ts'

describe('isQuicklySanitised', () => {
  it.each([
    ['nothing', ''],
    ['a text', 'Passed 3 of 5'],
    ['a long text', 'x'.repeat(100_000)],
    ['two thousand tags', '<b>x</b>'.repeat(1_000)],
    ['two thousand character references', '&amp;'.repeat(2_000)],
    ['both together', '<b>&amp;</b>&lt;'.repeat(1_000)],
  ])('is true of %s', (_, html) => {
    expect(isQuicklySanitised(html)).toBe(true)
  })

  it.each([
    ['a longer text', 'x'.repeat(100_001)],
    ['more tags', `${'<b>x</b>'.repeat(1_000)}<br`],
    ['more character references', '&amp;'.repeat(2_001)],
    ['more ends of tags', `x${'>'.repeat(2_001)}`],
    ['many tags that are left open and closed by others', '<b>'.repeat(10_000) + '</i>'.repeat(10_000)],
  ])('is false of %s', (_, html) => {
    expect(isQuicklySanitised(html)).toBe(false)
  })
})
