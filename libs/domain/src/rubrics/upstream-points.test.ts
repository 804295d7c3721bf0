import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterPenalty, upstreamPoints } from './upstream-points.ts'

describe('afterPenalty', () => {
  it.each([
    [81, 100, 100, 0.5, 40],
    [83, 100, 100, 0.5, 42],
    [13, 20, 20, 0.3, 9],
    [12.5, 20, 100, 0, 62],
    [20, 20, 7, 1, 0],
    [0, 0, 7, 0.5, 0],
  ])(
    'of %d out of %d, in an exercise of %d, less %d, are %d',
    (points, maxPoints, upstreamMaxPoints, latePenalty, is) => {
      expect(afterPenalty({ points, maxPoints, upstreamMaxPoints, latePenalty })).toBe(is)
    },
  )
})

describe('upstreamPoints', () => {
  it.each([
    [2.5, 5, 5, 2],
    [3.5, 5, 5, 4],
    [2.51, 5, 5, 3],
    [2.49, 5, 5, 2],
    [1, 2, 5, 2],
    [3, 2, 5, 8],
    [12.5, 20, 100, 62],
    [0.01, 0.02, 1, 0],
    [20, 20, 7, 7],
    [0, 20, 7, 0],
    [0, 0, 7, 0],
    [5, 10, 0, 0],
  ])('of %d out of %d, in an exercise of %d, are %d', (points, maxPoints, upstreamMaxPoints, expected) => {
    expect(upstreamPoints(points, maxPoints, upstreamMaxPoints)).toBe(expected)
  })

  it('are the nearest whole number, and an even one where two are', () => {
    const whole = fc.integer({ min: 0, max: 2_000 })
    fc.assert(
      fc.property(whole, fc.integer({ min: 1, max: 2_000 }), whole, (points, maxPoints, upstreamMax) => {
        const shown = upstreamPoints(points / 100, maxPoints / 100, upstreamMax)
        // Multiplied out, so that nothing is rounded here.
        const distance = Math.abs(2 * (shown * maxPoints - points * upstreamMax))
        expect(distance < maxPoints || (distance === maxPoints && shown % 2 === 0)).toBe(true)
      }),
    )
  })
})
