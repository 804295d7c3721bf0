import { PassThrough, type Readable } from 'node:stream'
import type { Deadline } from './deadline.ts'

/** Large enough for the pieces that sockets give. Of a slow reader's body, so many bytes and one more piece are held. */
const heldBytes = 64 * 1024

/** The body at the reader's pace; destroying it closes the connection. `broken` makes the error of a body that ended before its end. */
export function streamBody(source: Readable, deadline: Deadline, broken: (error: unknown) => Error): Readable {
  // `Readable.from` would wait for the next piece before it ends after its reader has left.
  const stream = new PassThrough({ writableHighWaterMark: 1, readableHighWaterMark: heldBytes })
  source.once('error', (error) => stream.destroy(broken(error)))
  stream.on('error', () => {}) // a reader gets the error by reading; an error before that must not crash the process
  stream.once('close', () => {
    deadline.end()
    source.destroy()
  })
  return source.pipe(stream)
}
