import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type HeldPart = 'statement' | 'answer'

/** Holds a statement back from the server, or its reply from the client, on any connection. */
export interface Hold {
  /** Resolves when the statement or reply is being held. */
  readonly caught: Promise<void>
  readonly isCaught: () => boolean
  /** Resolves when the server has closed that connection. By then it has run every statement that it received there. */
  readonly connectionClosed: Promise<void>
  /** Forwards what is held, and ends the hold. */
  readonly release: () => void
}

export interface HoldOptions {
  /** The statement's name. */
  readonly statement: string
  readonly part: HeldPart
  /** A text that the statement's values must contain. */
  readonly about: string
  /** The reply must contain it instead of the values. */
  readonly byReply?: true
  /** Later matches are forwarded. */
  readonly once?: true
  /** The server receives the statement in the end although the client has gone, as through a slow network. */
  readonly outlivesClient?: true
}

export interface DatabaseProxy {
  /** The URL of the same database through the proxy. */
  readonly url: string
  readonly hold: (options: HoldOptions) => Hold
  /** Releases every hold. */
  readonly releaseAll: () => void
  /** Breaks all connections. */
  readonly cut: () => void
  /** From now on all connections, new ones too, stay open and transport nothing in either direction. */
  readonly fallSilent: () => void
  /** New connections work again. Those that are silent stay silent. */
  readonly acceptNewConnections: () => void
  /** Breaks all connections, and forwards new ones to another server. */
  readonly moveTo: (databaseUrl: string) => void
  readonly close: () => Promise<void>
}

/** A client's connection and the matching one to the server. */
interface Link {
  readonly client: Socket
  readonly upstream: Socket
  /** Stops all transport. */
  isSilent: boolean
  /** Resolves when the server has received what it must receive before it learns that the client has gone. */
  sentFirst: Promise<void> | null
}

interface ActiveHold extends HoldOptions {
  readonly caughtNow: (link: Link) => void
  readonly released: Promise<void>
  hasEnded: boolean
}

/** Forwards the traffic between one worker and PostgreSQL, and holds back what tests ask it to. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl)
  let isSilent = false
  const holds = new Set<ActiveHold>()
  const sockets = new Set<Socket>()
  const links = new Set<Link>()
  const releases = new Set<() => void>()
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  }
  const server = createServer({ allowHalfOpen: false }, (client) => {
    keep(client)
    if (isSilent) return void client.resume()
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    keep(upstream)
    const link: Link = { client, upstream, isSilent: false, sentFirst: null }
    links.add(link)
    client.on('close', () => hangUp(link))
    upstream.on('close', () => {
      links.delete(link)
      if (!link.isSilent) client.destroy()
    })
    forward(link, holds)
  })
  const cut = (): void => {
    for (const { client, upstream } of links) for (const socket of [client, upstream]) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    hold(options) {
      const caught = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const connectionClosed = Promise.withResolvers<void>()
      let isCaught = false
      const active: ActiveHold = {
        ...options,
        released: released.promise,
        hasEnded: false,
        caughtNow: ({ upstream }) => {
          isCaught = true
          upstream.once('close', connectionClosed.resolve)
          caught.resolve()
        },
      }
      const release = (): void => {
        active.hasEnded = true
        holds.delete(active)
        releases.delete(release)
        released.resolve()
      }
      holds.add(active)
      releases.add(release)
      return { caught: caught.promise, isCaught: () => isCaught, connectionClosed: connectionClosed.promise, release }
    },
    releaseAll: () => releases.forEach((release) => release()),
    cut,
    fallSilent() {
      isSilent = true
      for (const link of links) link.isSilent = true
    },
    acceptNewConnections: () => {
      isSilent = false
    },
    moveTo(to) {
      target = new URL(to)
      cut()
    },
    async close() {
      releases.forEach((release) => release())
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The server learns at once that its client has gone, except on a silent connection. */
function hangUp({ upstream, isSilent, sentFirst }: Link): void {
  if (isSilent) return
  if (sentFirst === null) upstream.destroy()
  else void sentFirst.then(() => upstream.end())
}

/** Forwards each direction in order, so what is held also holds everything after it. */
function forward(link: Link, holds: ReadonlySet<ActiveHold>): void {
  const { client, upstream } = link
  let toServer = Promise.resolve()
  let toClient = Promise.resolve()
  let statement = ''
  client.on('data', (piece: Buffer) => {
    const text = piece.toString('latin1')
    // Parse, Bind or Query begins another statement; a prepared one is only named.
    statement = /^[PBQ]\0/.test(text) ? text : statement + text
    const holding = [...holds].find(
      (hold) =>
        !hold.hasEnded &&
        hold.part === 'statement' &&
        statement.includes(hold.statement) &&
        statement.includes(hold.about),
    )
    toServer = pass(toServer, link, upstream, piece, holding)
    if (holding?.outlivesClient) link.sentFirst = toServer
  })
  upstream.on('data', (piece: Buffer) => {
    const holding = [...holds].find(
      (hold) =>
        !hold.hasEnded &&
        hold.part === 'answer' &&
        statement.includes(hold.statement) &&
        (hold.byReply ? piece.toString('latin1') : statement).includes(hold.about),
    )
    toClient = pass(toClient, link, client, piece, holding)
  })
}

async function pass(
  before: Promise<void>,
  link: Link,
  to: Socket,
  piece: Buffer,
  holding: ActiveHold | undefined,
): Promise<void> {
  await before
  if (holding !== undefined && !holding.hasEnded) {
    if (holding.once) holding.hasEnded = true
    holding.caughtNow(link)
    await holding.released
  }
  if (to.writable && !link.isSilent) to.write(piece)
}
