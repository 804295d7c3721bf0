import { closeSync, openSync, writeSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { frontendSecret } from '../frontend-client.ts'

/** A reply whose body nobody takes yet: on a connection of its own, with no more read ahead than sockets hold. */
export interface OpenReply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Takes all that is left. */
  readonly take: () => Promise<Taken>
  /** Takes the given number of further bytes, or what is left if that is less, and returns how many were taken in all. */
  readonly takeSome: (bytes: number) => Promise<number>
  /** Takes all that is left into a file. */
  readonly save: (file: string) => Promise<Taken>
  /** Closes the connection, as somebody does who does not want the rest. */
  readonly leave: () => void
}

export interface Taken {
  /** In all, with what was taken before. */
  readonly bytes: number
  /** Whether the reply came to the end that HTTP says: the announced length, or the last chunk. */
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
  message.on('error', () => {}) // one that breaks off says so by `isWhole`
  let bytes = 0
  const takeAll = async (take: (piece: Buffer) => void): Promise<Taken> => {
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
    take: () => takeAll(() => {}),
    takeSome: async (wanted) => {
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
      return takeAll((piece) => void writeSync(descriptor, piece)).finally(() => closeSync(descriptor))
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
