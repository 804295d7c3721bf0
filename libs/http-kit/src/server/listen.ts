import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestLimitMs } from '@course-grading/contracts'
import { replyClientErrors } from './client-error.ts'
import { endOldConnections } from './end-old-connections.ts'
import { onlyHttp1 } from './http-version.ts'
import { endSlowReaders } from './slow-reader.ts'

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
  /** A whole request, headers and body; that of `serverLimits` unless given, and so the others. */
  readonly requestTimeoutMs?: number | undefined
  /** The headers of a request. */
  readonly headersTimeoutMs?: number
  /** Until a finished reply is taken. */
  readonly readTimeoutMs?: number
  /** What clients may leave unread of finished replies, all together. */
  readonly maxUnreadBytes?: number
}

/** What holds in production; `default-limits.test.ts` repeats the figures, so that none changes by accident. */
export const serverLimits = {
  headerBytes: 16_384,
  /** Node answers 431 to one more. */
  headerLines: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: requestLimitMs.json,
  /** How often Node looks for requests that are late. */
  checkIntervalMs: 1000,
  keepAliveTimeoutMs: 65_000,
  connections: 10_000,
  requestsPerConnection: 1000,
  readTimeoutMs: 15_000,
  maxUnreadBytes: 64 * 1024 * 1024,
} as const

/**
 * A listening server with the limits a public one needs: Node's own are a minute for headers, five for a request, two
 * thousand header lines, examined every half minute.
 */
export async function listen(options: ListenOptions): Promise<Server> {
  const server = createServer({
    maxHeaderSize: serverLimits.headerBytes,
    headersTimeout: options.headersTimeoutMs ?? serverLimits.headersTimeoutMs,
    requestTimeout: options.requestTimeoutMs ?? serverLimits.requestTimeoutMs,
    connectionsCheckingInterval: serverLimits.checkIntervalMs,
    keepAliveTimeout: serverLimits.keepAliveTimeoutMs,
    requireHostHeader: true,
    insecureHTTPParser: false,
  })
  server.maxHeadersCount = serverLimits.headerLines
  server.maxRequestsPerSocket = serverLimits.requestsPerConnection
  server.maxConnections = serverLimits.connections
  replyClientErrors(server)
  endOldConnections(server, serverLimits.requestsPerConnection)
  endSlowReaders(server, {
    readTimeoutMs: options.readTimeoutMs ?? serverLimits.readTimeoutMs,
    maxUnreadBytes: options.maxUnreadBytes ?? serverLimits.maxUnreadBytes,
  })
  // A client that ends its own direction behind its request still waits for the reply: it gets it, and then the connection ends.
  // Node knows this by a property that it does not document; without it such a client is left without a reply.
  Reflect.set(server, 'httpAllowHalfOpen', true)
  const listener = onlyHttp1(options.listener)
  server.on('request', listener)
  // No `100 Continue` before the request was found worth reading: whoever reads the body asks for it. A client that
  // was rejected instead may send its body or not, so the connection ends with the reply.
  server.on('checkContinue', (request, response) => {
    response.shouldKeepAlive = false
    listener(request, response)
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
