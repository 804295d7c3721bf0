import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestLimitMs } from '@course-grading/contracts/limits'
import { replyClientErrors } from './client-error.ts'
import { endOldConnections } from './end-old-connections.ts'
import { onlyHttp1 } from './http-version.ts'
import { inOriginForm } from './origin-form.ts'
import { endSlowReaders } from './slow-reader.ts'

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
  /** Time for a whole request, headers and body. The default is in `serverLimits`, as for the other limits. */
  readonly requestTimeoutMs?: number | undefined
  /** Time for the headers of a request. */
  readonly headersTimeoutMs?: number
  /** Time until the client has taken a finished reply. */
  readonly readTimeoutMs?: number
  /** Max bytes of finished replies that all clients together may leave unread. */
  readonly maxUnreadBytes?: number
}

/** What holds in production; `default-limits.test.ts` repeats the figures, so that none changes by accident. */
export const serverLimits = {
  headerBytes: 16_384,
  /** Node replies with 431 to a request with more. */
  headerLines: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: requestLimitMs.json,
  /** How often Node searches for requests that are late. */
  checkIntervalMs: 1000,
  keepAliveTimeoutMs: 65_000,
  connections: 10_000,
  requestsPerConnection: 1000,
  readTimeoutMs: 15_000,
  // Four contents of submissions of up to 25 MiB may become ready at the same time, and each is handed over whole: with a lower
  // limit, the one with the slowest reader would be cut although that reader is not too slow. The rest is for all other
  // replies.
  maxUnreadBytes: (4 * 25 + 64) * 1024 * 1024,
} as const

/**
 * A listening server with the limits that a public one needs. Node's own defaults are a minute for the headers, five minutes for a
 * request, two thousand header lines, and a check every half minute.
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
  // A client that ends its own direction after its request still waits for the reply. It gets the reply, and then the connection
  // ends. Node needs a property for this that it does not document; without it such a client gets no reply.
  Reflect.set(server, 'httpAllowHalfOpen', true)
  const listener = onlyHttp1(inOriginForm(options.listener))
  server.on('request', listener)
  // Any other expectation is ignored, so that such a request is served, limited and logged like all others. Without a listener Node
  // would reply 417 by itself, and read all of the body.
  server.on('checkExpectation', listener)
  // No `100 Continue` is sent before the request was found worth reading; the code that reads the body sends it. A client that was
  // rejected may send its body or not, so the connection ends with the reply.
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
