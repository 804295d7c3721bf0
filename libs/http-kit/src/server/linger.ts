import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

const maxLingerMs = 2_000
const maxDiscardedBytes = 16 * 1024 * 1024
/** The pause between two pieces, so that a client that is rejected again and again does not keep the event loop reading. */
const pauseMs = 5

/** To close a socket with unread bytes would void the reply (RFC 9112 §9.6), so only our direction ends, and some more is discarded. */
export function lingerAfterReply(req: IncomingMessage): void {
  const { socket } = req
  socket.destroySoon = () => {
    if (req.complete) Socket.prototype.destroySoon.call(socket)
    else closeSlowly(socket)
  }
}

function closeSlowly(socket: Socket): void {
  socket.end()
  // The HTTP parser is one of these listeners. Without it, what arrives from now on is no request.
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
