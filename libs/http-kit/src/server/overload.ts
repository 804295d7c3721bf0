import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface OverloadOptions {
  readonly maxInFlight?: number
  /** A window is bad if the 99th percentile of the event loop's delay is above this. */
  readonly maxDelayMs?: number
  readonly windowMs?: number
  /** After this many bad windows in a row requests are rejected, until the first good one. */
  readonly badWindows?: number
}

export interface OverloadGate {
  /** Takes a slot, which `release()` gives back. A request for which it returns false must be rejected unread. */
  admit(): boolean
  release(): void
  readonly inFlight: number
  /** Whether the event loop has been late for so long that new work would only make it later. */
  readonly slow: boolean
  close(): void
}

/** The limits of production; `default-limits.test.ts` repeats the figures, so that none changes by accident. */
export const overloadLimits = {
  maxInFlight: 256,
  maxDelayMs: 250,
  windowMs: 1000,
  badWindows: 2,
} as const satisfies OverloadOptions

export function createOverloadGate(options: OverloadOptions = {}): OverloadGate {
  const { maxInFlight, maxDelayMs, windowMs, badWindows } = { ...overloadLimits, ...options }
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let inFlight = 0
  let badInARow = 0
  const timer = setInterval(() => {
    badInARow = delay.percentile(99) / 1e6 > maxDelayMs ? badInARow + 1 : 0
    delay.reset()
  }, windowMs)
  timer.unref()
  return {
    admit() {
      if (inFlight >= maxInFlight || badInARow >= badWindows) return false
      inFlight += 1
      return true
    },
    release() {
      inFlight -= 1
    },
    get inFlight() {
      return inFlight
    },
    get slow() {
      return badInARow >= badWindows
    },
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
