import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRetry } from './backoff.ts'

const hourMs = 3_600_000
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('planRetry', () => {
  it.each([
    [1, 5],
    [2, 10],
    [3, 20],
    [4, 40],
    [5, 80],
    [6, 160],
    [7, 320],
    [8, 640],
    [9, 900],
    [10, 900],
    [100, 900],
    [5000, 900],
  ])('waits up to a limit after failure %i: %i s', (failures, limitS) => {
    expect(planRetry({ failures, dueForMs: 0, chance: 0.5 })).toEqual({ again: true, waitMs: limitS * 500 })
    expect(planRetry({ failures, dueForMs: 0, chance: 0.999_999_999 })).toEqual({
      again: true,
      waitMs: limitS * 1000 - 1,
    })
  })

  it.each([0, -1])('treats %i failures as one', (failures) => {
    expect(planRetry({ failures, dueForMs: 0, chance: 0.5 })).toEqual({ again: true, waitMs: 2500 })
  })

  it('may plan the next attempt at once', () => {
    expect(planRetry({ failures: 9, dueForMs: 0, chance: 0 })).toEqual({ again: true, waitMs: 0 })
  })

  it('stops after 72 h and not a millisecond before', () => {
    expect(planRetry({ failures: 300, dueForMs: 72 * hourMs - 1, chance: 0 }).again).toBe(true)
    expect(planRetry({ failures: 300, dueForMs: 72 * hourMs, chance: 0 })).toEqual({ again: false })
    expect(planRetry({ failures: 1, dueForMs: Infinity, chance: 0 })).toEqual({ again: false })
  })

  it('waits whole milliseconds, less than the limit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2000 }), chance, (failures, drawn) => {
        const plan = planRetry({ failures, dueForMs: 0, chance: drawn })
        return plan.again && Number.isSafeInteger(plan.waitMs) && plan.waitMs >= 0 && plan.waitMs < 900_000
      }),
    )
  })
})
