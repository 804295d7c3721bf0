// Why no library does this: docs/src/content/docs/decisions/own-breaker-and-queue.md.
import { UpstreamError } from '../call/upstream-error.ts'

export interface BreakerLimits {
  /** The breaker opens when at least this many calls ended within the window … */
  readonly minimumCalls: number
  /** … and at least this share of them failed, 0 to 1. */
  readonly failureShare: number
  readonly windowMs: number
  readonly openMs: number
}

/** 'unknown' does not count, since it shows nothing about A+. */
export type CallEnd = 'answered' | 'failed' | 'unknown'

/** 'begun': the reply of a long call is good so far, which closes the breaker after a probe. */
export type CallReport = CallEnd | 'begun'

export interface Breaker {
  /** Throws `breaker_open` if a call would be rejected now; counts nothing. */
  readonly refuseIfOpen: () => void
  /** Throws `breaker_open`. Call the result once at the call's end, and before with 'begun' when a long reply has begun. */
  readonly enter: () => (report: CallReport) => void
}

/** The window slides in steps of a twentieth: precise to 5 %, at a cost that does not depend on the rate of calls. */
const slices = 20

export function createBreaker(limits: BreakerLimits): Breaker {
  const sliceMs = limits.windowMs / slices
  const newWindow = () => Array.from({ length: slices }, () => ({ slice: -1, calls: 0, failures: 0 }))
  let window = newWindow()
  let openUntil: number | null = null
  let probing = false
  let generation = 0 // calls that began before the breaker last opened no longer count

  const open = (now: number): void => {
    openUntil = now + limits.openMs
    generation += 1
    window = newWindow()
  }
  const count = (now: number, failed: boolean): void => {
    const slice = Math.floor(now / sliceMs)
    const index = slice % slices
    const before = window[index]?.slice === slice ? window[index] : { calls: 0, failures: 0 }
    window[index] = { slice, calls: before.calls + 1, failures: before.failures + (failed ? 1 : 0) }
    if (!failed) return // only a failure opens the breaker
    const recent = window.filter((each) => each.slice > slice - slices)
    const calls = recent.reduce((sum, each) => sum + each.calls, 0)
    const failures = recent.reduce((sum, each) => sum + each.failures, 0)
    if (calls >= limits.minimumCalls && failures >= calls * limits.failureShare) open(now)
  }
  const refuseIfOpen = (): void => {
    if (openUntil === null) return
    const leftMs = openUntil - performance.now()
    if (leftMs <= 0 && !probing) return
    throw new UpstreamError('breaker_open', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
  }

  return {
    refuseIfOpen,
    enter: () => {
      refuseIfOpen()
      let isProbe = openUntil !== null
      probing = isProbe
      const enteredIn = generation
      return (report) => {
        const now = performance.now()
        if (isProbe) {
          isProbe = false
          probing = false
          if (report === 'failed') open(now)
          if (report === 'answered' || report === 'begun') openUntil = null
        } else if (enteredIn === generation && (report === 'answered' || report === 'failed')) {
          count(now, report === 'failed')
        }
      }
    },
  }
}
