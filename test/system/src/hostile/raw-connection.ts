import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { patienceMs } from '../service-process.ts'

export interface RawReply {
  readonly status: number
  /** Names in lower case. The values of equal names are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A connection that sends the given bytes unchanged, and parses the replies. */
export interface RawConnection {
  /** Resolves when the kernel has accepted all bytes, or the peer accepts no more. */
  readonly send: (bytes: string | Uint8Array) => Promise<void>
  /** Ends the sending side. */
  readonly finish: () => void
  readonly reset: () => void
  /** The next reply, including interim ones. Null if the server ended the connection without another. */
  readonly answer: () => Promise<RawReply | null>
  /** Whether the server ends the connection within this time. */
  readonly endedWithin: (limitMs: number) => Promise<boolean>
}

/** The head of a request: its first line, `Host`, and further lines. */
export const headOf = (request: string, ...lines: readonly string[]): string =>
  [`${request} HTTP/1.1`, 'Host: api.example.org', ...lines, '', ''].join('\r\n')

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  let received: Buffer = Buffer.alloc(0)
  let isEnded = false
  const change = new EventTarget()
  const changed = (): void => void change.dispatchEvent(new Event('change'))
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    changed()
  })
  const end = (): void => {
    isEnded = true
    changed()
  }
  socket.on('end', end).on('close', end).on('error', end)

  const until = async <Found>(limitMs: number, find: () => Found | undefined): Promise<Found | undefined> => {
    const giveUp = AbortSignal.timeout(limitMs)
    for (;;) {
      const found = find()
      if (found !== undefined || giveUp.aborted) return found
      await Promise.race([once(change, 'change', { signal: giveUp }), setTimeout(limitMs)]).catch(() => {})
    }
  }
  return {
    send: (bytes) => sendAll(socket, bytes),
    finish: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    async answer() {
      const found = await until(patienceMs, () => takeReply(received, isEnded))
      if (found === undefined)
        throw new Error(`no answer within ${patienceMs} ms, but: ${received.toString('latin1').slice(0, 500)}`)
      if (found === null) return null
      received = received.subarray(found.length)
      return found.answer
    },
    endedWithin: async (limitMs) => (await until(limitMs, () => isEnded || undefined)) ?? false,
  }
}

async function sendAll(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  if (socket.destroyed || !socket.writable) return
  const { promise, resolve } = Promise.withResolvers<void>()
  // Called back with an error when the socket is destroyed.
  socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, () => resolve())
  await promise
}

/** One complete reply from the beginning of `received`. Undefined while it is incomplete, null if none can come. */
function takeReply(received: Buffer, isEnded: boolean): { answer: RawReply; length: number } | null | undefined {
  const headLength = received.indexOf('\r\n\r\n')
  if (headLength === -1) return isEnded ? null : undefined
  const [statusLine = '', ...lines] = received.subarray(0, headLength).toString('latin1').split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
    headers[name.toLowerCase()] =
      headers[name.toLowerCase()] === undefined ? value : `${headers[name.toLowerCase()]}, ${value}`
  }
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
  if (headers['transfer-encoding'] === 'chunked') {
    // Only Node's own error replies look like this, and they have no body.
    const endOfNothing = received.indexOf('\r\n0\r\n\r\n', headLength)
    if (endOfNothing === -1) return isEnded ? null : undefined
    return { answer: { status, headers, body: '' }, length: endOfNothing + 7 }
  }
  const start = headLength + 4
  const announced = status < 200 || status === 304 ? 0 : headers['content-length']
  if (announced === undefined && !isEnded) return undefined
  const end = announced === undefined ? received.length : start + Number(announced)
  if (received.length < end) return isEnded ? null : undefined
  return { answer: { status, headers, body: received.subarray(start, end).toString('utf8') }, length: end }
}
