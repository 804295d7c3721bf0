interface Wake {
  /** Ends the current wait. If there is none, the next wait ends at once. */
  readonly call: () => void
  /** Waits until `call` or until the time has passed. */
  readonly wait: (limitMs: number) => Promise<void>
}

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
