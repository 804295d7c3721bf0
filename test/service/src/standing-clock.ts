import { afterEach, beforeEach, vi } from 'vitest'

/** The steady clock of this process, and so of the service in it, stands still in each test of a group unless it is moved. */
export function useStandingClock(): { readonly forward: (ms: number) => void } {
  let at = 0
  beforeEach(() => {
    at = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => at)
  })
  afterEach(() => void vi.restoreAllMocks())
  return { forward: (ms) => void (at += ms) }
}
