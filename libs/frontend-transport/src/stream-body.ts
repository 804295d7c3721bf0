import { PassThrough, type Readable } from 'node:stream'
import type { Deadline } from './deadline.ts'

/** Large enough for the pieces that sockets give. At most this and one more piece are held for a slow reader. */
const heldBytes = 64 * 1024

/**
 * The body as it arrives, at the reader's pace. The connection closes when the body is destroyed or fails; `broken` makes the error
 * of a body that the connection, the deadline or the caller ended.
 */
export function streamBody(source: Readable, deadline: Deadline, broken: (error: unknown) => Error): Readable {
  // Readable.from would wait for the next piece before it ends with its reader.
  const stream = new PassThrough({ writableHighWaterMark: 1, readableHighWaterMark: heldBytes })
  source.once('error', (error) => stream.destroy(broken(error)))
  stream.on('error', () => {}) // a reader gets the error by reading; without a listener, an error before that would crash the process
  stream.once('close', () => {
    deadline.end()
    source.destroy()
  })
  return source.pipe(stream)
}
