import type { EndSignal } from '@course-grading/concurrency'

/** The time limit of one call. `signal` ends waiting, connecting, the headers and the body alike. */
export interface Deadline {
  readonly signal: EndSignal
  /** Fires with `signal`, for code that needs an `AbortSignal`. Made when first needed. */
  readonly abortSignal: AbortSignal
  /** Why `signal` fired; 'timeout' before it has. */
  readonly reason: () => 'timeout' | 'aborted'
  readonly elapsedMs: () => number
  /** Starts the time limit again from now, whatever time was left. */
  readonly restart: (timeoutMs: number) => void
  /** Stops the timer until the next `restart`; the caller's signal still ends the call. */
  readonly pause: () => void
  /** Also removes the listener from the caller's signal, so that nothing of the call outlives it. */
  readonly end: () => void
}

/** The earlier of the limit and `caller`, the caller's own signal, ends the call. Null is no limit until `restart` sets one. */
export function startDeadline(timeoutMs: number | null, caller?: EndSignal): Deadline {
  const startedAt = performance.now()
  const signal = new DeadlineSignal()
  let abortSignal: AbortSignal | undefined
  let reason: 'timeout' | 'aborted' = 'timeout'
  // One timer for a limit that begins again with every piece: when it fires, `checkTime` looks how much time is left.
  let endsAt = Infinity
  let timer: NodeJS.Timeout | undefined
  let timerEndsAt = Infinity
  const wait = (): void => {
    timerEndsAt = endsAt
    timer = setTimeout(checkTime, Math.max(0, endsAt - performance.now()))
  }
  const checkTime = (): void => {
    const hasEnded = endsAt <= timerEndsAt
    timerEndsAt = Infinity
    if (hasEnded) signal.abort()
    else if (endsAt !== Infinity) wait()
  }
  const pause = (): void => {
    endsAt = Infinity
  }
  const restart = (limitMs: number): void => {
    endsAt = performance.now() + limitMs
    if (endsAt >= timerEndsAt) return
    clearTimeout(timer)
    wait()
  }
  const giveUp = (): void => {
    if (!signal.aborted) reason = 'aborted'
    signal.abort()
  }
  if (timeoutMs !== null) restart(timeoutMs)
  if (caller?.aborted) giveUp()
  else caller?.addEventListener('abort', giveUp)
  return {
    signal,
    get abortSignal() {
      return (abortSignal ??= abortSignalOf(signal))
    },
    reason: () => reason,
    elapsedMs: () => performance.now() - startedAt,
    restart,
    pause,
    end: () => {
      clearTimeout(timer)
      pause()
      caller?.removeEventListener('abort', giveUp)
    },
  }
}

/** Costs less than an `AbortSignal` with its listeners: dozens of calls read one submission. */
class DeadlineSignal implements EndSignal {
  aborted = false
  #listeners: (() => void)[] = []

  abort(): void {
    if (this.aborted) return
    this.aborted = true
    // One by one, since a listener may remove another one.
    for (let listener = this.#listeners.shift(); listener !== undefined; listener = this.#listeners.shift()) listener()
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners.push(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((each) => each !== listener)
  }
}

function abortSignalOf(signal: EndSignal): AbortSignal {
  const controller = new AbortController()
  if (signal.aborted) controller.abort()
  else signal.addEventListener('abort', () => controller.abort())
  return controller.signal
}
