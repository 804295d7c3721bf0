import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { requestLimitMs } from '@course-grading/contracts/operation/limits'
import { replyClientErrors } from './client-error.ts'
import { endOldConnections } from './end-old-connections.ts'
import { onlyHttp1 } from './http-version.ts'
import { inOriginForm } from './origin-form.ts'
import { endSlowReaders } from './slow-reader.ts'

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly listener: RequestListener
  /** Milliseconds for headers and body together; the default is in `serverLimits`. */
  readonly requestTimeoutMs?: number | undefined
  readonly headersTimeoutMs?: number
  readonly readTimeoutMs?: number
  /** Max bytes of finished replies that all clients together may leave unread. */
  readonly maxUnreadBytes?: number
}

/** The limits of production; `default-limits.test.ts` repeats the figures, so that none changes by accident. */
export const serverLimits = {
  headerBytes: 16_384,
  /** Node replies with 431 to a request with more lines. */
  headerLines: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: requestLimitMs.json,
  checkIntervalMs: 1000,
  keepAliveTimeoutMs: 65_000,
  connections: 10_000,
  requestsPerConnection: 1000,
  readTimeoutMs: 15_000,
  // Four contents of 25 MiB may be ready at once: less would cut the slowest of their readers, though not too slow. 64 MiB are for other replies.
  maxUnreadBytes: (4 * 25 + 64) * 1024 * 1024,
} as const

/** Node's own limits would be a minute for the headers, five minutes for a request, and two thousand header lines. */
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
  // A client that ends its own direction still waits for its reply, and gets none without this undocumented property of Node.
  Reflect.set(server, 'httpAllowHalfOpen', true)
  const listener = onlyHttp1(inOriginForm(options.listener))
  server.on('request', listener)
  // An unknown expectation is ignored. Without this listener Node would reply 417 and read the whole body.
  server.on('checkExpectation', listener)
  // The code that reads the body sends `100 Continue`. A rejected client may send its body or not, so the connection ends with the reply.
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

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}
