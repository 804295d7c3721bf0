import net from 'node:net'
import pg from 'pg'

interface DeliveryListener {
  close(): Promise<void>
}

const firstPauseMs = 500
const maxPauseMs = 15_000
const keepAliveAfterMs = 10_000

/** Calls `onPending` also each time it begins to listen. Until it has reconnected, only the caller's slow poll finds deliveries. */
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

  const reconnectLater = (): void => {
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
    socket.once('close', reconnectLater)
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
      const destroyTimer = setTimeout(() => socket.destroy(), 250)
      await client.end().catch(() => {})
      clearTimeout(destroyTimer)
    },
  }
}
