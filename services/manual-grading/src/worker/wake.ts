interface Wake {
  /** If there is no wait, the next one ends at once. */
  readonly call: () => void
  /** Until `call`, or until the time has passed. */
  readonly wait: (limitMs: number) => Promise<void>
}

/** Loses no call that comes before the wait. */
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
