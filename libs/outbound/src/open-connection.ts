import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket, SocketAddress } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isAddressAllowed } from './address-rules.ts'
import { ConnectionError, type ConnectionErrorReason } from './connection-error.ts'

/** Resolves to every address of a name, in the order in which they are to be tried. */
export type ResolveName = (name: string) => Promise<readonly string[]>

export interface ConnectionTarget {
  readonly protocol: 'http:' | 'https:'
  /** The host name as URLs write it, with an IPv6 address in brackets. */
  readonly hostname: string
  readonly port: number
  /** Ranges that are allowed although they are private. */
  readonly cidrs: readonly string[]
}

export interface ConnectionOptions {
  readonly target: ConnectionTarget
  /** Time limit for the name, the connection and TLS together, in milliseconds. */
  readonly limitMs: number
  /** Ends the attempt from outside, at shutdown. */
  readonly signal: AbortSignal
  readonly resolveName?: ResolveName
}

/** Nothing has been written to this connection. */
export interface FreshConnection {
  readonly socket: Socket
  /** Whether the connection is open in both directions, and the peer has sent nothing yet. */
  readonly isFresh: () => boolean
  readonly destroy: () => void
}

/** Connects only to a checked address of the name. @throws ConnectionError unreachable, tls_failed, not_allowed, stopped */
export async function openConnection(options: ConnectionOptions): Promise<FreshConnection> {
  const { target, signal, resolveName = resolveBySystem } = options
  const { ended, release } = within(options.limitMs, signal)
  const untilMs = performance.now() + options.limitMs
  const name = target.hostname.replace(/^\[|\]$/g, '')
  const step = async <T>(reason: ConnectionErrorReason, work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw error instanceof ConnectionError ? error : new ConnectionError(signal.aborted ? 'stopped' : reason)
    }
  }
  try {
    const addresses = await step(
      'unreachable',
      orAborted(isIP(name) === 0 ? resolveName(name) : Promise.resolve([name]), ended),
    )
    if (!addresses.every((address) => isAddressAllowed(address, target.cidrs))) throw new ConnectionError('not_allowed')
    const socket = await step('unreachable', connectToOne(addresses, { port: target.port, untilMs, signal: ended }))
    if (target.protocol === 'http:') return fresh(socket)
    return fresh(await step('tls_failed', secure(socket, name, ended)))
  } finally {
    release()
  }
}

interface Limit {
  readonly ended: AbortSignal
  readonly release: () => void
}

/** Aborts after `limitMs` or with `signal`. Not `AbortSignal.timeout`: thousands of those would stay until their time. */
function within(limitMs: number, signal: AbortSignal): Limit {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  const timer = setTimeout(end, limitMs)
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  return {
    ended: controller.signal,
    release: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    },
  }
}

async function resolveBySystem(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address)
}

/** Stops waiting for `work`, since the system's lookup cannot be cancelled. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

interface Attempt {
  readonly port: number
  /** When the attempt ends, by `performance.now()`. */
  readonly untilMs: number
  readonly signal: AbortSignal
}

/** Tries one address after the other, each with an equal share of the remaining time. */
async function connectToOne([address, ...others]: readonly string[], attempt: Attempt): Promise<Socket> {
  if (address === undefined) throw new ConnectionError('unreachable')
  const { port, untilMs, signal } = attempt
  const shareMs = Math.max(0, Math.floor((untilMs - performance.now()) / (others.length + 1)))
  const { ended, release } = within(shareMs, signal)
  const socket = connectTcp({ host: address, port, noDelay: true })
  try {
    await once(socket, 'connect', { signal: ended })
    // The connection must be to the address that was checked.
    if (!isSameAddress(socket.remoteAddress, address)) throw new ConnectionError('unreachable')
    return unattended(socket)
  } catch (error) {
    unattended(socket).destroy()
    if (others.length === 0 || signal.aborted) throw error
    return await connectToOne(others, attempt)
  } finally {
    release()
  }
}

function isSameAddress(connected: string | undefined, asked: string): boolean {
  return connected === asked || (connected !== undefined && canonical(connected) === canonical(asked))
}

function canonical(address: string): string {
  return new SocketAddress({ address, family: isIP(address) === 6 ? 'ipv6' : 'ipv4' }).address
}

async function secure(socket: Socket, name: string, signal: AbortSignal): Promise<Socket> {
  const secured = connectTls({
    socket,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    // RFC 6066: an address is not a server name, but the certificate must name it nevertheless.
    host: name,
    ...(isIP(name) === 0 && { servername: name }),
  })
  const { promise, resolve, reject } = Promise.withResolvers<undefined>()
  secured.once('secureConnect', () => resolve(undefined))
  secured.once('error', reject)
  // If the peer ends the handshake without an error, `close` is the only event.
  secured.once('close', () => reject(new ConnectionError('tls_failed')))
  try {
    await orAborted(promise, signal)
    return unattended(secured)
  } catch (error) {
    unattended(secured).destroy()
    socket.destroy()
    throw error
  }
}

/** An error of a socket that nobody waits for must not end the process; later use finds the socket destroyed. */
function unattended(socket: Socket): Socket {
  return socket.on('error', () => {})
}

/** Reads from the start, to notice a peer that closes or sends before anything is written. */
function fresh(socket: Socket): FreshConnection {
  let isSilent = true
  const onData = (): void => {
    isSilent = false
  }
  socket.on('data', onData)
  return {
    socket,
    isFresh: () => isSilent && socket.readyState === 'open' && !socket.readableEnded,
    destroy: () => void socket.destroy(),
  }
}
