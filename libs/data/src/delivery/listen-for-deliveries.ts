import net from 'node:net'
import pg from 'pg'

export interface DeliveryListener {
  /** Ends the connection; nothing is told any more. */
  close(): Promise<void>
}

const firstPauseMs = 500
const maxPauseMs = 15_000
const keepAliveAfterMs = 10_000

/**
 * Calls `onPending` when a delivery became pending anywhere, and each time it begins to listen, since what happened before
 * was missed. A connection that is lost is made anew, in the background, for as long as it takes; meanwhile, and whenever a
 * connection died in silence, only a slow poll of the caller's finds anything. Never rejects.
 */
export function listenForDeliveries({
  url,
  applicationName,
  onPending,
}: {
  readonly url: string
  readonly applicationName: string
  readonly onPending: () => void
}): DeliveryListener {
  let closed = false
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | undefined
  let current: { readonly client: pg.Client; readonly socket: net.Socket } | undefined

  const again = (): void => {
    if (closed) return
    timer = setTimeout(listen, pauseMs)
    timer.unref()
    pauseMs = Math.min(pauseMs * 2, maxPauseMs)
  }

  const listen = (): void => {
    const socket = new net.Socket()
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfterMs,
      stream: () => socket,
    })
    current = { client, socket }
    client.on('error', () => socket.destroy())
    client.on('notification', () => onPending())
    socket.once('close', again)
    client
      .connect()
      .then(() => client.query('LISTEN delivery_pending'))
      .then(() => {
        pauseMs = firstPauseMs
        onPending()
      })
      .catch(() => socket.destroy())
  }

  listen()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      const { client, socket } = current ?? {}
      if (client === undefined || socket === undefined || socket.destroyed) return
      const patience = setTimeout(() => socket.destroy(), 250)
      await client.end().catch(() => {})
      clearTimeout(patience)
    },
  }
}
