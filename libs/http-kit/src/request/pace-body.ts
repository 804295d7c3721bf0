import type { IncomingMessage } from 'node:http'

const piecesAtOnce = 500
const restMs = 25

/**
 * Lets a body rest for a moment after each 500 pieces, chunks or packets: a piece costs the event loop
 * microseconds whatever it holds, so that a few bodies that come byte by byte would keep everybody else waiting. A body of
 * packets as they usually are never rests; one that a script writes token by token hardly does. Call it when whoever reads the
 * body listens already: the first listener begins its flow. Returns how to end it.
 */
export function paceBody(req: IncomingMessage): () => void {
  let pieces = 0
  let rest: NodeJS.Timeout | undefined
  const onData = (): void => {
    pieces += 1
    if (pieces % piecesAtOnce !== 0) return
    req.pause()
    rest = setTimeout(() => req.resume(), restMs)
  }
  req.on('data', onData)
  return () => {
    clearTimeout(rest)
    req.off('data', onData)
  }
}
