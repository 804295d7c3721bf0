import type { Deadline } from '../call/deadline.ts'
import { mayPassSoon } from '../call/may-pass-soon.ts'

/** The time that the heads of all attempts of a call may take together. Waiting for a slot does not count. */
interface HeadTime {
  readonly run: <T>(begin: () => Promise<T>) => Promise<T>
  /** Whether a second attempt may help after this error, and half of the time is left. */
  readonly allowsSecond: (error: unknown) => boolean
}

/** The deadline's timer runs only within `run`. */
export function headTimeOf(deadline: Deadline, limitMs: number): HeadTime {
  let leftMs = limitMs
  return {
    run: async (begin) => {
      const begunAt = performance.now()
      deadline.restart(leftMs)
      try {
        return await begin()
      } finally {
        deadline.pause()
        leftMs -= performance.now() - begunAt
      }
    },
    allowsSecond: (error) => mayPassSoon(error) && leftMs >= limitMs / 2,
  }
}
