import { once } from 'node:events'
import net from 'node:net'
import { createDatabase } from './database.ts'
import { it } from '../testing/open-data.ts'

type DatabaseOptions = Parameters<typeof createDatabase>[0]

export interface TcpProxy {
  /** The given URL, through this proxy. */
  readonly url: string
  /** From now on nothing passes in either direction, and no connection is closed: a half-open network. */
  fallSilent(): void
  /** Lets later connections through again; those that were silenced stay silent. */
  speakAgain(): void
  /** Cuts every connection as soon as the client has sent these bytes, which are still passed on. */
  cutAfter(text: string): void
  /** Cuts once, as soon as the client has sent these bytes; they are passed on, or lost. */
  cutOnceAt(text: string, bytes: 'passed_on' | 'lost'): void
  /** Resets every connection as soon as the client has sent these bytes, as the kernel of a killed server does. */
  resetAfter(text: string): void
  /** Connections whose client side is still open. */
  open(): number
  close(): Promise<void>
}

/** Stands between a client and the database of `url`. */
export async function startTcpProxy(url: string): Promise<TcpProxy> {
  const target = new URL(url)
  const clients = new Set<net.Socket>()
  const silenced = new WeakSet<net.Socket>()
  const ended = new WeakSet<net.Socket>()
  let silent = false
  let cut: string | undefined
  let cutOnce: { readonly text: string; readonly isLost: boolean } | undefined
  let reset: string | undefined

  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client))
    client.once('end', () => ended.add(client))
    const upstream = net.connect(Number(target.port || 5432), target.hostname)
    if (silent) silenced.add(client)
    const isSilent = () => silenced.has(client)
    client.on('data', (bytes) => {
      if (isSilent()) return
      if (cutOnce !== undefined && bytes.includes(cutOnce.text)) {
        if (!cutOnce.isLost) upstream.write(bytes)
        cutOnce = undefined
        client.destroy()
        return void upstream.end()
      }
      upstream.write(bytes)
      if (cut !== undefined && bytes.includes(cut)) {
        client.destroy()
        upstream.end()
      }
      if (reset !== undefined && bytes.includes(reset)) client.resetAndDestroy()
    })
    upstream.on('data', (bytes) => {
      if (!isSilent()) client.write(bytes)
    })
    client.on('error', () => {})
    upstream.on('error', () => client.destroy())
    client.on('end', () => {
      if (!isSilent()) upstream.end()
    })
    client.on('close', () => upstream.destroy())
    upstream.on('close', () => {
      if (!isSilent()) client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${address.port}`
  return {
    url: through.href,
    fallSilent: () => {
      silent = true
      for (const client of clients) silenced.add(client)
    },
    speakAgain: () => {
      silent = false
    },
    cutAfter: (text) => {
      cut = text
    },
    cutOnceAt: (text, bytes) => {
      cutOnce = { text, isLost: bytes === 'lost' }
    },
    resetAfter: (text) => {
      reset = text
    },
    open: () => [...clients].filter((client) => !ended.has(client)).length,
    close: async () => {
      for (const client of clients) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Tests of a pool whose connections go through a proxy. Each test has its own. */
export const testBehindProxy = (options: Omit<DatabaseOptions, 'url'>) =>
  it
    .extend('proxy', async ({ world }, { onCleanup }) => {
      const proxy = await startTcpProxy(world.testDatabase.urls.frontendInternal)
      onCleanup(proxy.close)
      return proxy
    })
    .extend('database', async ({ proxy }, { onCleanup }) => {
      const database = await createDatabase({ url: proxy.url, ...options })
      onCleanup(() => database.end())
      return database
    })
