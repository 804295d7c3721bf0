import { describe, expect, it } from 'vitest'
import { formatPoints } from './formats.ts'

describe('points', () => {
  it.each([
    ['en', 1_234.5, '1,234.5'],
    ['fi', -0.25, '−0,25'],
    ['en', 2 / 3, '0.67'],
  ] as const)('are written as %s writes %d, with two digits after the sign at most', (locale, points, written) => {
    expect(formatPoints(locale, points)).toBe(written)
  })
})
