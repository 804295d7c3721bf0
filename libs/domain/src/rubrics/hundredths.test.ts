import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHundredths, toHundredths } from './hundredths.ts'

describe('hundredths', () => {
  it.each([
    [0, 0n],
    [-0, 0n],
    [0.1, 10n],
    [0.29, 29n],
    [-2.25, -225n],
    [1.005e2, 10_050n],
    [8.41, 841n],
    [1_000_000, 100_000_000n],
    [9_007_199_254_740_991, 900_719_925_474_099_100n],
    [1e21, 10n ** 23n],
    [1.5e22, 15n * 10n ** 23n],
  ])('of %d are %d', (points, hundredths) => {
    expect(toHundredths(points)).toBe(hundredths)
  })

  it.each([0.001, 1.005, -0.125, 1e-7, 1.5e-300, Number.MIN_VALUE, Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2])(
    'of %d are none: it has more than two decimal places, or is no number',
    (points) => {
      expect(toHundredths(points)).toBeNull()
    },
  )

  it('come back as the same number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), (hundredths) => {
        expect(toHundredths(fromHundredths(hundredths))).toBe(hundredths)
      }),
    )
    expect([fromHundredths(-5n), fromHundredths(-105n), fromHundredths(0n)]).toEqual([-0.05, -1.05, 0])
  })
})
