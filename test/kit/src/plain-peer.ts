import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** What the peer does with one connection; `request` resolves with the whole request once it is there. */
export type PeerScript = (socket: Socket, request: Promise<string>) => unknown

export interface PlainPeer {
  readonly port: number
  /** Each whole request, as it came. */
  readonly requests: string[]
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** A server of plain sockets, with TLS if it is given a certificate. Its script decides every byte that it sends. */
export async function startPlainPeer(
  script: PeerScript,
  options: { readonly tls?: TlsOptions; readonly host?: string } = {},
): Promise<PlainPeer> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const onConnection = (socket: Socket): void => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    const { promise, resolve } = Promise.withResolvers<string>()
    let text = ''
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1')
      if (!isWhole(text)) return
      requests.push(text)
      resolve(text)
    })
    void script(socket, promise)
  }
  const server: Server =
    options.tls === undefined ? createServer(onConnection) : createTlsServer(options.tls, onConnection)
  server.on('tlsClientError', () => {})
  server.listen(0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  const length = Number(/^content-length: (\d+)\r$/im.exec(text)?.[1] ?? 0)
  return end !== -1 && text.length >= end + 4 + length
}

/** A script that reads the whole request, sends these bytes, and then closes the connection unless it is to stay open. */
export const answering =
  (bytes: string | Buffer, then: 'close' | 'stay' | 'reset' = 'stay'): PeerScript =>
  async (socket, request) => {
    await request
    socket.write(bytes, 'latin1')
    if (then === 'close') socket.end()
    if (then === 'reset') socket.resetAndDestroy()
  }
