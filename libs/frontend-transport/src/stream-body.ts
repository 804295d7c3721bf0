import { Readable } from 'node:stream'
import type { Deadline } from './deadline.ts'

interface StreamRules {
  readonly deadline: Deadline
  /** How long the service may be silent while there is room for data; a slow reader's time does not count. */
  readonly idleMs: number
  readonly stalled: () => Error
  /** Makes the error of a body that the connection ended, with `error`, or that the deadline or the caller ended. */
  readonly broken: (error?: unknown) => Error
}

/** Large enough for the pieces that sockets give. At most this and one more piece are held for a slow reader. */
const heldBytes = 64 * 1024

/** The body as it arrives, at the reader's pace. The connection closes when the body is destroyed or fails. */
export function streamBody(source: Readable, { deadline, idleMs, stalled, broken }: StreamRules): Readable {
  let idle: NodeJS.Timeout | undefined
  const fail = (error?: unknown): void => {
    if (!stream.destroyed) stream.destroy(broken(error))
  }
  const pass = (): void => fail()
  const wait = (): void => {
    clearTimeout(idle)
    idle = setTimeout(() => stream.destroy(stalled()), idleMs)
  }
  const stream = new Readable({
    highWaterMark: heldBytes,
    read: () => {
      wait()
      source.resume()
    },
    destroy: (error, done) => {
      clearTimeout(idle)
      deadline.signal.removeEventListener('abort', pass)
      deadline.end()
      source.destroy()
      done(error)
    },
  })
  stream.on('error', () => {}) // a reader gets the error by reading; without a listener, an error before that would crash the process
  deadline.signal.addEventListener('abort', pass, { once: true })
  if (deadline.signal.aborted) pass()
  let ended = false
  source.pause()
  source.on('data', (piece: Uint8Array) => {
    if (stream.push(piece)) {
      wait()
      return
    }
    clearTimeout(idle)
    source.pause()
  })
  source.on('end', () => {
    ended = true
    clearTimeout(idle)
    stream.push(null)
  })
  source.on('error', fail)
  source.on('close', () => {
    if (!ended) fail()
  })
  return stream
}
