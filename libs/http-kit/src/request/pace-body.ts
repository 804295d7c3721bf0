import type { IncomingMessage } from 'node:http'

const piecesAtOnce = 500
const pauseMs = 25

/**
 * Pauses a body for a moment after each 500 pieces, which are chunks or packets. A piece costs the event loop microseconds whatever
 * it holds, so a few bodies that come byte by byte would keep everybody else waiting. A body of ordinary packets is never paused,
 * and one that a script writes token by token hardly ever. Call it when the body's reader already listens, since the first listener
 * begins the flow. Returns a function that ends the pacing.
 */
export function paceBody(req: IncomingMessage): () => void {
  let pieces = 0
  let pause: NodeJS.Timeout | undefined
  const onData = (): void => {
    pieces += 1
    if (pieces % piecesAtOnce !== 0) return
    req.pause()
    pause = setTimeout(() => req.resume(), pauseMs)
  }
  req.on('data', onData)
  return () => {
    clearTimeout(pause)
    req.off('data', onData)
  }
}
