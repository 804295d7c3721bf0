import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wellFormedText } from './any-text.fixture.ts'
import { unitsThatFit } from './json-text.ts'

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - '""'.length

describe('unitsThatFit', () => {
  it('returns the longest beginning that fits and ends between characters', () => {
    fc.assert(
      fc.property(wellFormedText(30), fc.nat({ max: 100 }), (whole, bytes) => {
        const units = unitsThatFit(whole, bytes)
        const next = String.fromCodePoint(whole.codePointAt(units) ?? 0)
        expect(bytesOf(whole.slice(0, units))).toBeLessThanOrEqual(bytes)
        expect(whole.slice(0, units).isWellFormed()).toBe(true)
        if (units < whole.length) expect(bytesOf(whole.slice(0, units) + next)).toBeGreaterThan(bytes)
      }),
      { numRuns: 500 },
    )
  })
})
