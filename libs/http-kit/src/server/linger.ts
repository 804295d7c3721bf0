import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

const maxLingerMs = 2_000
const maxDiscardedBytes = 16 * 1024 * 1024

/**
 * Lets a client that is still sending see the reply. Closing a socket with unread bytes resets the connection, and the reset
 * overtakes or voids the reply (RFC 9112 §9.6). So when the connection is to be closed before the body has arrived, only our
 * direction ends at once. What still arrives is discarded, unparsed, until the client closes too, for a bounded number of bytes and
 * a bounded time.
 */
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
    if (discardedBytes > maxDiscardedBytes) socket.pause()
  })
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), maxLingerMs)
  socket.once('close', () => clearTimeout(timer))
}
