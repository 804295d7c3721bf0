import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type HeldPart = 'statement' | 'answer'

/** Keeps a statement from the server, or its answer from the client, on whichever connection it comes. */
export interface Hold {
  /** Resolves when there is something to keep back. */
  readonly caught: Promise<void>
  readonly isCaught: () => boolean
  /** Resolves when the server has closed the connection on which it was: it has done by then whatever it was asked. */
  readonly over: Promise<void>
  /** Lets it go on, and nothing is kept from then on. */
  readonly release: () => void
}

export interface HoldOptions {
  /** Its name. */
  readonly statement: string
  readonly part: HeldPart
  /** What its values must hold. */
  readonly about: string
  /** Not the values, but the answer must. */
  readonly byReply?: true
  /** What is like it and comes later goes on. */
  readonly once?: true
  /** The server gets the statement in the end, though whoever asked has gone: as from a network that is slow, not broken. */
  readonly outlivesClient?: true
}

export interface DatabaseProxy {
  /** The same database, by way of the proxy. */
  readonly url: string
  readonly hold: (options: HoldOptions) => Hold
  /** Lets everything go on. */
  readonly releaseAll: () => void
  /** Every connection that there is breaks. */
  readonly cut: () => void
  /** Every connection that there is, and every new one, stays open and brings nothing any more, either way. */
  readonly fallSilent: () => void
  /** New connections are as they were; those that fell silent stay so. */
  readonly hearAgain: () => void
  /** Every connection breaks, and new ones lead to another server. */
  readonly moveTo: (databaseUrl: string) => void
  readonly close: () => Promise<void>
}

/** A client's connection and the server's. */
interface Link {
  readonly client: Socket
  readonly upstream: Socket
  /** Brings nothing any more. */
  isSilent: boolean
  /** What the server is to get before it is told that the client has gone. */
  unsaid: Promise<void> | null
}

interface ActiveHold extends HoldOptions {
  readonly caughtNow: (link: Link) => void
  readonly released: Promise<void>
  isOver: boolean
}

/** Hands everything on between one worker and PostgreSQL, and keeps back what it is told to. */
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
    const link: Link = { client, upstream, isSilent: false, unsaid: null }
    links.add(link)
    client.on('close', () => hangUp(link))
    upstream.on('close', () => {
      links.delete(link)
      if (!link.isSilent) client.destroy()
    })
    handOn(link, holds)
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
      const over = Promise.withResolvers<void>()
      let isCaught = false
      const active: ActiveHold = {
        ...options,
        released: released.promise,
        isOver: false,
        caughtNow: ({ upstream }) => {
          isCaught = true
          upstream.once('close', over.resolve)
          caught.resolve()
        },
      }
      const release = (): void => {
        active.isOver = true
        holds.delete(active)
        releases.delete(release)
        released.resolve()
      }
      holds.add(active)
      releases.add(release)
      return { caught: caught.promise, isCaught: () => isCaught, over: over.promise, release }
    },
    releaseAll: () => releases.forEach((release) => release()),
    cut,
    fallSilent() {
      isSilent = true
      for (const link of links) link.isSilent = true
    },
    hearAgain: () => {
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

/** A server hears at once that its client has gone; but from a connection that is silent it never does. */
function hangUp({ upstream, isSilent, unsaid }: Link): void {
  if (isSilent) return
  if (unsaid === null) upstream.destroy()
  else void unsaid.then(() => upstream.end())
}

/** Each direction in its order: what is kept back keeps back all that comes behind it. */
function handOn(link: Link, holds: ReadonlySet<ActiveHold>): void {
  const { client, upstream } = link
  let toServer = Promise.resolve()
  let toClient = Promise.resolve()
  let asked = ''
  client.on('data', (piece: Buffer) => {
    const text = piece.toString('latin1')
    // Parse, Bind or Query begins another statement; a prepared one is only named.
    asked = /^[PBQ]\0/.test(text) ? text : asked + text
    const holding = [...holds].find(
      (hold) =>
        !hold.isOver && hold.part === 'statement' && asked.includes(hold.statement) && asked.includes(hold.about),
    )
    toServer = pass(toServer, link, upstream, piece, holding)
    if (holding?.outlivesClient) link.unsaid = toServer
  })
  upstream.on('data', (piece: Buffer) => {
    const holding = [...holds].find(
      (hold) =>
        !hold.isOver &&
        hold.part === 'answer' &&
        asked.includes(hold.statement) &&
        (hold.byReply ? piece.toString('latin1') : asked).includes(hold.about),
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
  if (holding !== undefined && !holding.isOver) {
    if (holding.once) holding.isOver = true
    holding.caughtNow(link)
    await holding.released
  }
  if (to.writable && !link.isSilent) to.write(piece)
}
