import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface CuttingProxy {
  readonly url: string
  /** The writes whose replies were lost: method, path and body. */
  readonly lost: ReadonlySet<string>
  close(): void
}

/** In front of a service: each write reaches it, and the first reply to each is lost, as in a crash of the caller. Sessions work. */
export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
  const lost = new Set<string>()
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const pass = async (): Promise<void> => {
      const body = await buffer(request)
      const headers = Object.entries(request.headersDistinct)
        .filter(([name]) => !['connection', 'host', 'content-length', 'transfer-encoding'].includes(name))
        .map(([name, values = []]) => [name, values.join(', ')])
      const reply = await fetch(`${target}${url}`, {
        method,
        headers: Object.fromEntries(headers) as Record<string, string>,
        ...(body.length > 0 && { body }),
      })
      const bytes = await reply.bytes()
      const write = `${method} ${url} ${String(body)}`
      if (method !== 'GET' && !/\/sessions?$/.test(url) && reply.ok && !lost.has(write)) {
        lost.add(write)
        request.socket.destroy()
      } else response.writeHead(reply.status, Object.fromEntries(reply.headers)).end(bytes)
    }
    pass().catch(() => request.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
