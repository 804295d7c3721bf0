import { closeSync, openSync, writeSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { frontendSecret } from '../frontend-client.ts'

/** A reply whose body has not been read, on a separate connection. Only the buffers of sockets read ahead. */
export interface OpenReply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Reads the rest of the body. */
  readonly readAll: () => Promise<Taken>
  /** Reads at least this many further bytes, or all if fewer are left. Returns how many were read in all. */
  readonly readSome: (bytes: number) => Promise<number>
  /** Reads the rest of the body into a file. */
  readonly save: (file: string) => Promise<Taken>
  /** Closes the connection without reading the rest. */
  readonly leave: () => void
}

interface Taken {
  /** The number of bytes of the whole body so far. */
  readonly bytes: number
  /** Whether the reply was complete by HTTP's rules: it had the announced length, or its last chunk. */
  readonly isWhole: boolean
}

/** Asks for something below the boundary's prefix, and waits for the head of the reply. */
export async function openReply(url: string, path: string, session: string): Promise<OpenReply> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = get(`${url}/internal/frontend${path}`, {
    agent: false,
    headers: { 'X-Service-Frontend-Secret': frontendSecret, Authorization: `Bearer ${session}` },
  })
  request.on('response', resolve).on('error', reject)
  const message = await promise
  message.on('error', () => {}) // `isWhole` shows that a reply was cut
  let bytes = 0
  const readRest = async (take: (piece: Buffer) => void): Promise<Taken> => {
    message.on('data', (piece: Buffer) => {
      bytes += piece.length
      take(piece)
    })
    message.resume()
    if (!message.closed) await next(message, ['close'])
    return { bytes, isWhole: message.complete }
  }
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    readAll: () => readRest(() => {}),
    readSome: async (wanted) => {
      const until = bytes + wanted
      while (bytes < until && !message.readableEnded && !message.destroyed) {
        const piece = message.read(Math.min(until - bytes, message.readableLength || 1)) as Buffer | null
        if (piece === null) await next(message, ['readable', 'end', 'close'])
        else bytes += piece.length
      }
      return bytes
    },
    save: (file) => {
      const descriptor = openSync(file, 'w')
      return readRest((piece) => void writeSync(descriptor, piece)).finally(() => closeSync(descriptor))
    },
    leave: () => void message.destroy(),
  }
}

/** Resolves with the first of these events. */
function next(message: IncomingMessage, events: readonly string[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const event of events) message.once(event, resolve)
  return promise.finally(() => {
    for (const event of events) message.off(event, resolve)
  })
}
