import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface OverloadOptions {
  readonly maxInFlight?: number
  /** 99th percentile of the event-loop delay above which a window is bad. */
  readonly maxDelayMs?: number
  readonly windowMs?: number
  /** Bad windows in a row after which requests are rejected, until the first good one. */
  readonly badWindows?: number
}

export interface OverloadGate {
  /** Takes a slot, which `release()` gives back. If it returns false, reject the request at once and read nothing of it. */
  admit(): boolean
  release(): void
  readonly inFlight: number
  /** The event loop was late for long enough that new work would only make it later. */
  readonly slow: boolean
  close(): void
}

/** What holds in production: 256 in flight; a delay p99 above 250 ms for 2 s. `default-limits.test.ts` repeats the figures. */
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
