import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type HeldPart = 'statement' | 'answer'

/** Keeps a statement from the server, or its answer from the client, on whichever connection it comes. */
export interface Hold {
  /** Resolves when there is something to keep back. */
  readonly caught: Promise<void>
  readonly isCaught: () => boolean
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
  readonly byAnswer?: true
  /** What is like it and comes later goes on. */
  readonly once?: true
}

export interface DatabaseProxy {
  /** The same database, by way of the proxy. */
  readonly url: string
  readonly hold: (options: HoldOptions) => Hold
  /** Lets everything go on. */
  readonly releaseAll: () => void
  readonly close: () => Promise<void>
}

interface ActiveHold extends HoldOptions {
  readonly caughtNow: () => void
  readonly released: Promise<void>
  isOver: boolean
}

/** Hands everything on between one worker and PostgreSQL, and keeps back what it is told to. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const holds = new Set<ActiveHold>()
  const sockets = new Set<Socket>()
  const releases = new Set<() => void>()
  const server = createServer({ allowHalfOpen: false }, (client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) })
    for (const [socket, other] of [[client, upstream], [upstream, client]] as const) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    handOn(client, upstream, holds)
  })
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
      let isCaught = false
      const active: ActiveHold = {
        ...options, released: released.promise, isOver: false,
        caughtNow: () => {
          isCaught = true
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
      return { caught: caught.promise, isCaught: () => isCaught, release }
    },
    releaseAll: () => releases.forEach((release) => release()),
    async close() {
      releases.forEach((release) => release())
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** Each direction in its order: what is kept back keeps back all that comes behind it. */
function handOn(client: Socket, upstream: Socket, holds: ReadonlySet<ActiveHold>): void {
  let toServer = Promise.resolve()
  let toClient = Promise.resolve()
  let asked = ''
  client.on('data', (piece: Buffer) => {
    const text = piece.toString('latin1')
    // Parse, Bind or Query begins another statement; a prepared one is only named.
    asked = /^[PBQ]\0/.test(text) ? text : asked + text
    const holding = [...holds].find((hold) => !hold.isOver && hold.part === 'statement' && asked.includes(hold.statement) && asked.includes(hold.about))
    toServer = pass(toServer, upstream, piece, holding)
  })
  upstream.on('data', (piece: Buffer) => {
    const holding = [...holds].find((hold) => !hold.isOver && hold.part === 'answer' && asked.includes(hold.statement)
      && (hold.byAnswer ? piece.toString('latin1') : asked).includes(hold.about))
    toClient = pass(toClient, client, piece, holding)
  })
}

async function pass(before: Promise<void>, to: Socket, piece: Buffer, holding: ActiveHold | undefined): Promise<void> {
  await before
  if (holding !== undefined && !holding.isOver) {
    if (holding.once) holding.isOver = true
    holding.caughtNow()
    await holding.released
  }
  if (to.writable) to.write(piece)
}
