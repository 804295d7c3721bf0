import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

const maxLingerMs = 2_000
const maxDiscardedBytes = 16 * 1024 * 1024
/** Between two pieces: whoever sends what is rejected unread, again and again, must not keep the event loop reading. */
const pauseMs = 5

/** Closing a socket with unread bytes voids the reply (RFC 9112 §9.6): so only our direction ends at once, and some more is discarded. */
export function lingerAfterReply(req: IncomingMessage): void {
  const { socket } = req
  socket.destroySoon = () => {
    if (req.complete) Socket.prototype.destroySoon.call(socket)
    else closeSlowly(socket)
  }
}

function closeSlowly(socket: Socket): void {
  socket.end()
  // The HTTP parser is one of these listeners. Without it nothing that arrives from now on is a request.
  socket.removeAllListeners('data')
  let discardedBytes = 0
  socket.on('data', (chunk: Uint8Array) => {
    discardedBytes += chunk.length
    socket.pause()
    if (discardedBytes <= maxDiscardedBytes) setTimeout(() => socket.resume(), pauseMs)
  })
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), maxLingerMs)
  socket.once('close', () => clearTimeout(timer))
}
