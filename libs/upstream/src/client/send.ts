import { endOf, type UpstreamEnd } from '../call/call-end.ts'
import type { Deadline } from '../call/deadline.ts'
import type { Send } from '../gates/gates.ts'

/** One call, of at most two attempts. Each rejects with an `UpstreamError`. */
export interface Sending<T> {
  readonly deadline: Deadline
  readonly pass: (send: Send<T>) => Promise<T>
  /** One attempt, which holds its slot until the promise ends. An earlier result, a stream, is given to `open`; then an error is for its reader alone. */
  readonly exchange: (open: (result: T) => void) => Promise<T>
  readonly allowsSecond: (error: unknown) => boolean
  /** Called once for each attempt, with the seconds to its end, or until `open`. */
  readonly observe: (end: UpstreamEnd, seconds: number) => void
}

/** The deadline ends with the last attempt. */
export async function send<T>(sending: Sending<T>): Promise<T> {
  const { deadline, allowsSecond } = sending
  try {
    return await attempt(sending).catch((error: unknown) => {
      if (!allowsSecond(error)) throw error
      return attempt(sending)
    })
  } catch (error) {
    deadline.end()
    throw error
  }
}

function attempt<T>({ deadline, pass, exchange, observe }: Sending<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const startedAt = performance.now()
  const secondsSoFar = (): number => (performance.now() - startedAt) / 1000
  let openSeconds: number | undefined
  const sent = pass((begun) =>
    exchange((result) => {
      openSeconds = secondsSoFar()
      begun()
      resolve(result)
    }),
  )
  sent.then(
    (result) => {
      observe({ outcome: 'ok' }, openSeconds ?? secondsSoFar())
      deadline.end()
      resolve(result)
    },
    (error: unknown) => {
      observe(endOf(error), openSeconds ?? secondsSoFar())
      if (openSeconds !== undefined) deadline.end()
      reject(error)
    },
  )
  return promise
}
