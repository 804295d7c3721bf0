import type { BegunReply } from './exchange.ts'
import type { Deadline } from '../call/deadline.ts'
import { UpstreamError } from '../call/upstream-error.ts'

export interface ByteStream {
  readonly sizeBytes: number | null
  /** Read once, at the reader's pace; throws if the reply is cut. Connection and slot are held until its end, `return`, or the signal. */
  readonly body: AsyncIterableIterator<Uint8Array, undefined>
}

interface BodyLimits {
  /** The deadline's timer runs only while the reader waits for A+. */
  readonly deadline: Deadline
  readonly idleLimitMs: number
}

interface StartedBody {
  readonly body: ByteStream['body']
  /** Resolves when the connection is no longer needed. Rejects as the body does, and with `aborted` if the reader left. */
  readonly ended: Promise<void>
}

export function startBody({ body: source, brokenOff }: BegunReply, { deadline, idleLimitMs }: BodyLimits): StartedBody {
  // No generator, since `return` of a generator would wait until the awaited piece has arrived.
  const pieces = source[Symbol.asyncIterator]()
  let isLeft = false
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const settle = (): void => {
    if (source.readableEnded) resolve()
    else reject(isLeft ? new UpstreamError('aborted') : brokenOff(source.errored))
  }
  source.on('error', () => {}) // a reader gets the error from the iterator
  if (source.closed) settle()
  else source.once('close', settle)

  const done = { done: true, value: undefined } as const
  const body: ByteStream['body'] = {
    [Symbol.asyncIterator]: () => body,
    next: async () => {
      if (isLeft) return done
      deadline.restart(idleLimitMs)
      try {
        const piece = await pieces.next()
        return piece.done === true ? done : { done: false, value: piece.value as Uint8Array }
      } catch (error) {
        if (isLeft) return done
        throw brokenOff(error)
      } finally {
        deadline.pause()
      }
    },
    return: async () => {
      isLeft = true
      source.destroy()
      return done
    },
  }
  return { body, ended }
}
