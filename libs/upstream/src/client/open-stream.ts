import type { BegunReply } from './exchange.ts'
import type { Deadline } from '../call/deadline.ts'
import { endOf, type UpstreamEnd } from '../call/call-end.ts'
import type { Send } from '../gates/gates.ts'
import { headTimeOf } from './head-time.ts'
import { startBody } from './start-body.ts'

export interface ByteStream {
  readonly sizeBytes: number | null
  /** Read once, at the reader's pace; throws if the reply is cut. Connection and slot are held until its end, `return`, or the signal. */
  readonly body: AsyncIterableIterator<Uint8Array, undefined>
}

interface StreamOpening {
  readonly deadline: Deadline
  /** The time limit for the heads of both attempts together. Waiting for a slot does not count. */
  readonly headLimitMs: number
  readonly idleLimitMs: number
  readonly pass: (deadline: Deadline, send: Send<void>) => Promise<void>
  readonly begin: (deadline: Deadline) => Promise<BegunReply>
  readonly observe: (end: UpstreamEnd, seconds: number) => void
}

/** Resolves when the head of the reply is valid. Before that, there is one second attempt, as for other calls. */
export async function openStream(opening: StreamOpening): Promise<ByteStream> {
  const { deadline, headLimitMs } = opening
  const headTime = headTimeOf(deadline, headLimitMs)
  const begin = (): Promise<BegunReply> => headTime.run(() => opening.begin(deadline))
  try {
    return await attempt(opening, begin).catch((error: unknown) => {
      if (!headTime.allowsSecond(error)) throw error
      return attempt(opening, begin)
    })
  } catch (error) {
    deadline.end()
    throw error
  }
}

/** Resolves when the head has arrived; the slot is held until the body has ended. */
function attempt(opening: StreamOpening, begin: () => Promise<BegunReply>): Promise<ByteStream> {
  const { deadline, idleLimitMs, pass, observe } = opening
  const opened = Promise.withResolvers<ByteStream>()
  const startedAt = performance.now()
  const secondsSoFar = (): number => (performance.now() - startedAt) / 1000
  let headSeconds: number | undefined
  const send: Send<void> = async (begun) => {
    const reply = await begin()
    headSeconds = secondsSoFar()
    begun()
    const { body, ended } = startBody(reply, { deadline, idleLimitMs })
    opened.resolve({ sizeBytes: reply.sizeBytes, body })
    try {
      await ended
    } finally {
      deadline.end()
    }
  }
  pass(deadline, send).then(
    () => observe({ outcome: 'ok' }, headSeconds ?? secondsSoFar()),
    (error: unknown) => {
      observe(endOf(error), headSeconds ?? secondsSoFar())
      opened.reject(error) // no effect after `opened` has resolved: then the reader of the stream gets the error
    },
  )
  return opened.promise
}
