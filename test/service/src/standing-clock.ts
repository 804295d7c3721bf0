import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, vi } from 'vitest'

/** The steady clock of this process, and so of the service in it, stands still in each test of a group unless it is moved. */
export function useStandingClock(): { readonly forward: (ms: number) => Promise<void> } {
  let at = 0
  beforeEach(() => {
    at = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => at)
  })
  afterEach(() => void vi.restoreAllMocks())
  return {
    forward: async (ms) => {
      at += ms
      // Caches look at it once a millisecond, by a timer that was set before this one.
      await setTimeout(2)
    },
  }
}
