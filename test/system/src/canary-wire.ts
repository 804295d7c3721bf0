import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between the services and the database that records every byte in both directions. */
export interface Wire {
  /** The URL of the same role and database through this proxy. */
  readonly through: (url: string) => string
  readonly bytes: () => Buffer
  /** Ends all connections, and rejects new ones until `mend`. */
  readonly cut: () => void
  readonly mend: () => void
  readonly close: () => void
}

export async function openWire(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl)
  const chunks: Buffer[] = []
  const open = new Set<Socket>()
  let whole = true
  const server = createServer((near) => {
    if (!whole) return void near.destroy()
    const far = connect(Number(port), hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from)
      from
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', () => {})
        .on('close', () => {
          open.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = (): void => {
    whole = false
    for (const socket of open) socket.destroy()
  }
  return {
    through(url) {
      const other = new URL(url)
      other.hostname = '127.0.0.1'
      other.port = String((server.address() as AddressInfo).port)
      return other.href
    },
    bytes: () => Buffer.concat(chunks),
    cut,
    mend: () => {
      whole = true
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
