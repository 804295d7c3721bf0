import { describe, expect, it } from 'vitest'
import { useStoppedClock } from './stopped-clock.ts'

describe('useStoppedClock', () => {
  const clock = useStoppedClock()

  // A clock that stood at a fraction came to less than `from + ms` by rounding, and a limit was not refilled yet.
  it('moves the clock by exactly what a test says', async () => {
    const from = performance.now()
    await clock.forward(12_000)
    expect([Number.isInteger(from), performance.now() - from]).toEqual([true, 12_000])
  })
})
