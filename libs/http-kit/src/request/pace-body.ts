import type { IncomingMessage } from 'node:http'

const piecesAtOnce = 500
const pauseMs = 25

/**
 * A moment after each 500 pieces: each costs microseconds whatever it holds, so bodies that come byte by byte would keep others waiting.
 * Call it when the reader already listens, since the first listener begins the flow. Returns what ends it.
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
