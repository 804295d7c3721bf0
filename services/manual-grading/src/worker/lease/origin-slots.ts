import { CallbackError } from '../../callback/callback-error.ts'

export interface OriginSlots {
  /** Origins without a free slot: work for them would only wait here, and other workers could do it. */
  readonly full: () => readonly string[]
  /**
   * Takes a slot of this origin, and returns the function that releases it.
   * @throws CallbackError stopped, when no slot became free in time, or on the signal
   */
  readonly take: (
    origin: string,
    options: { readonly waitMs: number; readonly signal: AbortSignal },
  ) => Promise<() => void>
}

/** At most `maxPerOrigin` slots are taken at a time for each origin; who waits gets one in the order of asking. */
export function createOriginSlots(maxPerOrigin: number): OriginSlots {
  const taken = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()

  const release = (origin: string): void => {
    const next = queues.get(origin)?.shift()
    if (next !== undefined) return next()
    const left = (taken.get(origin) ?? 0) - 1
    if (left > 0) taken.set(origin, left)
    else taken.delete(origin)
  }

  const wait = async (origin: string, waitMs: number, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const queue = queues.get(origin) ?? []
    queues.set(origin, queue)
    queue.push(resolve)
    const ended = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    const onEnded = (): void => {
      const at = queue.indexOf(resolve)
      if (at !== -1) queue.splice(at, 1)
      reject(new CallbackError('stopped'))
    }
    ended.addEventListener('abort', onEnded, { once: true })
    try {
      await promise
    } finally {
      ended.removeEventListener('abort', onEnded)
      if (queue.length === 0) queues.delete(origin)
    }
  }

  return {
    full: () => [...taken].filter(([, count]) => count >= maxPerOrigin).map(([origin]) => origin),
    async take(origin, { waitMs, signal }) {
      if (signal.aborted) throw new CallbackError('stopped')
      const count = taken.get(origin) ?? 0
      if (count < maxPerOrigin) taken.set(origin, count + 1)
      else await wait(origin, waitMs, signal)
      let isHeld = true
      return () => {
        if (isHeld) release(origin)
        isHeld = false
      }
    },
  }
}
