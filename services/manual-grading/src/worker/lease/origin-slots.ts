import { CallbackError } from '../../callback/callback-error.ts'

export interface OriginSlots {
  /** Origins that have no place left: what leads there would only wait, and others could do it. */
  readonly full: () => readonly string[]
  /**
   * A place at this origin; answers how to give it back.
   * @throws CallbackError stopped, when none was free in time, or on the signal
   */
  readonly take: (
    origin: string,
    options: { readonly waitMs: number; readonly signal: AbortSignal },
  ) => Promise<() => void>
}

/** At most `most` things at one time for each origin, first come, first served. */
export function createOriginSlots(most: number): OriginSlots {
  const taken = new Map<string, number>()
  const queues = new Map<string, (() => void)[]>()

  const giveBack = (origin: string): void => {
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
    const over = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
    const onOver = (): void => {
      const at = queue.indexOf(resolve)
      if (at !== -1) queue.splice(at, 1)
      reject(new CallbackError('stopped'))
    }
    over.addEventListener('abort', onOver, { once: true })
    try {
      await promise
    } finally {
      over.removeEventListener('abort', onOver)
      if (queue.length === 0) queues.delete(origin)
    }
  }

  return {
    full: () => [...taken].filter(([, count]) => count >= most).map(([origin]) => origin),
    async take(origin, { waitMs, signal }) {
      if (signal.aborted) throw new CallbackError('stopped')
      const count = taken.get(origin) ?? 0
      if (count < most) taken.set(origin, count + 1)
      else await wait(origin, waitMs, signal)
      let isMine = true
      return () => {
        if (isMine) giveBack(origin)
        isMine = false
      }
    },
  }
}
