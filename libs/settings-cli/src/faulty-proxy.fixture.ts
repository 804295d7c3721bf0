import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What happens to one request. `forward` has the service reply, and gives what it said. */
export type Fault = (reply: ServerResponse, forward: () => Promise<Response>) => unknown

export interface FaultyProxy {
  readonly url: string
  /** Faults of the next requests of a method, in their order. */
  readonly faults: { readonly GET: Fault[]; readonly PUT: Fault[] }
  /** The methods of all requests so far. */
  readonly requests: string[]
  close(): void
}

/** Stands between the command and the real service. */
export async function startFaultyProxy(service: string): Promise<FaultyProxy> {
  const faults: FaultyProxy['faults'] = { GET: [], PUT: [] }
  const requests: string[] = []
  const server = createServer(async (request, reply) => {
    const method = request.method === 'PUT' ? 'PUT' : 'GET'
    requests.push(method)
    const forward = await forwarder(service, request)
    const fault = faults[method].shift()
    if (fault !== undefined) return void (await fault(reply, forward))
    const answer = await forward()
    reply.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    requests,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function forwarder(service: string, request: IncomingMessage): Promise<() => Promise<Response>> {
  const body = request.method === 'PUT' ? await text(request) : null
  const { authorization = '', 'content-type': type = '', 'if-match': ifMatch = '' } = request.headers
  const headers = { Authorization: authorization, ...(body !== null && { 'Content-Type': type, 'If-Match': ifMatch }) }
  return () => fetch(`${service}${request.url}`, { method: request.method ?? 'GET', headers, body })
}

/** A reply of a proxy, with this status; of the service if it has such a body. */
export const status =
  (code: number, headers: Record<string, string> = {}, body = '<html>'): Fault =>
  (reply) =>
    reply.writeHead(code, headers).end(body)

/** The connection ends before a reply. */
export const noReply: Fault = (reply) => reply.destroy()

/** The service does it, and nobody hears of it. */
export const lostReply: Fault = async (reply, forward) => {
  await forward()
  reply.destroy()
}
