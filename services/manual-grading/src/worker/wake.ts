export interface Wake {
  /** Wakes whoever waits; and the next who would, when nobody does. */
  readonly call: () => void
  /** Until somebody calls, or the time is over. */
  readonly wait: (limitMs: number) => Promise<void>
}

/** One sleeper that others can wake, and no call that is missed. */
export function createWake(): Wake {
  let called = false
  let resolveWait: (() => void) | undefined
  return {
    call: () => {
      called = true
      resolveWait?.()
    },
    wait: async (limitMs) => {
      if (!called) {
        const { promise, resolve } = Promise.withResolvers<void>()
        resolveWait = resolve
        const timer = setTimeout(resolve, limitMs)
        await promise
        clearTimeout(timer)
        resolveWait = undefined
      }
      called = false
    },
  }
}
