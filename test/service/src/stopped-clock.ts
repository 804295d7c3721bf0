import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, vi } from 'vitest'

/** Stops the monotonic clock of this process, and so of the service in it, in each test of a group. A test may move it. */
export function useStoppedClock(): { readonly forward: (ms: number) => Promise<void> } {
  let at = 0
  beforeEach(() => {
    // Whole milliseconds add up without rounding, and the clock does not go back.
    at = Math.ceil(performance.now())
    vi.spyOn(performance, 'now').mockImplementation(() => at)
  })
  afterEach(() => void vi.restoreAllMocks())
  return {
    forward: async (ms) => {
      at += ms
      // Caches read the clock once a millisecond, by a timer that was set before this one.
      await setTimeout(2)
    },
  }
}
