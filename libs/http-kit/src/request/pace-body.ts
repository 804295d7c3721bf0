import type { IncomingMessage } from 'node:http'

const piecesAtOnce = 500
const pauseMs = 25

/** Pauses after each 500 pieces, since bodies that come byte by byte would keep other requests waiting. Returns what ends the pacing. */
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
