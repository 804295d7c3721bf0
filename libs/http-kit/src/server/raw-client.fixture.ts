import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface RawClient {
  send(text: string): void
  /** Sends a last text and ends this direction; what the server sends is still read. */
  end(text: string): void
  /** Everything received so far. */
  received(): string
  /** Resolves when what was received holds `text`. */
  until(text: string): Promise<string>
  /** Resolves with everything when the server has ended the connection. */
  readonly closed: Promise<string>
  /** Reads nothing more. */
  pause(): void
  resume(): void
  destroy(): void
}

/** Ends a wait that would never end. It is long enough for a slow machine. */
const deadlineMs = 60_000

/** A client that sends what it is given, byte for byte. */
export function connectRaw(port: number): RawClient {
  const socket = connect(port, '127.0.0.1')
  let data = ''
  const wakers = new Set<() => void>()
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    data += chunk
    for (const wake of wakers) wake()
  })
  socket.on('error', () => {}) // a reset ends the connection like anything else; `closed` reports it
  const ended = new Promise<string>((resolve) => socket.on('close', () => resolve(data)))
  const limited = <Value>(what: string, promise: Promise<Value>): Promise<Value> => {
    const { promise: late, reject } = Promise.withResolvers<Value>()
    const timer = setTimeout(() => reject(new Error(`no ${what} within ${deadlineMs} ms, but: ${data}`)), deadlineMs)
    return Promise.race([promise, late]).finally(() => clearTimeout(timer))
  }
  return {
    send: (text) => void socket.write(text, 'latin1'),
    end: (text) => void socket.end(text, 'latin1'),
    received: () => data,
    until: (text) =>
      limited(
        `"${text}"`,
        new Promise<string>((resolve, reject) => {
          const wake = (): void => {
            if (!data.includes(text)) return
            wakers.delete(wake)
            resolve(data)
          }
          wakers.add(wake)
          wake()
          void ended.then(() => reject(new Error(`closed before "${text}": ${data}`)))
        }),
      ),
    get closed() {
      return limited('end', ended)
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
  }
}

/** Sends one text and gives back everything until the server ends the connection. */
export function exchangeRaw(port: number, text: string): Promise<string> {
  const client = connectRaw(port)
  client.send(text)
  return client.closed
}

/** Resolves when something holds; checks often. */
export async function eventually(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`not within ${deadlineMs} ms`)
    await sleep(5)
  }
}
