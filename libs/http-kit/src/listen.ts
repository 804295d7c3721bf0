import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestLimitMs } from '@course-grading/contracts'
import { answerClientErrors } from './client-error.ts'
import { endWornConnections } from './end-worn-connections.ts'
import { endSlowReaders } from './slow-reader.ts'

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
  /** A whole request, headers and body; 30 s, which is JSON's limit. */
  readonly requestTimeoutMs?: number | undefined
  /** The headers of a request; 10 s. */
  readonly headersTimeoutMs?: number
  /** Until a finished answer is taken; 15 s. */
  readonly readTimeoutMs?: number
  /** What clients may leave unread of finished answers, all together; 64 MiB. */
  readonly mostUnreadBytes?: number
}

/** Lines of a request's header. Node answers 431 to one more. */
const maxHeaderLines = 64
const maxRequestsPerConnection = 1000

/**
 * A listening server with the limits a public one needs: Node's own are a minute for headers, five for a request, two
 * thousand header lines, looked at every half minute.
 */
export async function listen(options: ListenOptions): Promise<Server> {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: options.headersTimeoutMs ?? 10_000,
    requestTimeout: options.requestTimeoutMs ?? requestLimitMs.json,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: 65_000,
    requireHostHeader: true,
    insecureHTTPParser: false,
  })
  server.maxHeadersCount = maxHeaderLines
  server.maxRequestsPerSocket = maxRequestsPerConnection
  server.maxConnections = 10_000
  answerClientErrors(server)
  endWornConnections(server, maxRequestsPerConnection)
  endSlowReaders(server, { readTimeoutMs: options.readTimeoutMs ?? 15_000, mostUnreadBytes: options.mostUnreadBytes ?? 67_108_864 })
  server.on('request', options.listener)
  // No `100 Continue` before the request was found worth reading: whoever reads the body asks for it. A client that
  // was refused instead may send its body or not, so the connection ends with the answer.
  server.on('checkContinue', (request, response) => {
    response.shouldKeepAlive = false
    options.listener(request, response)
  })
  server.on('connect', (_request, socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host: options.host, port: options.port, backlog: 1024 }, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return server
}

/** The port the server really has, e.g. after listening on port 0. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
