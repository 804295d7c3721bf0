import type { Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, serverLimits } from './listen.ts'
import { overloadLimits } from './overload.ts'
import { databaseVariables, upstreamVariables } from '../config/shared-variables.ts'

describe('a server that listens with the default limits', () => {
  // Some of these properties of Node are not declared in its types.
  it.each([
    ['headersTimeout', 10_000],
    ['requestTimeout', 30_000],
    ['connectionsCheckingInterval', 1_000],
    ['keepAliveTimeout', 65_000],
    ['maxHeaderSize', 16 * 1024],
    ['maxHeadersCount', 64],
    ['maxConnections', 10_000],
    ['maxRequestsPerSocket', 1_000],
    ['requireHostHeader', true],
    ['insecureHTTPParser', false],
  ])('has the limit %s: %s', (name, figure) => {
    expect(Reflect.get(server, name)).toBe(figure)
  })
})

describe('the default limits of this library', () => {
  const database = databaseVariables({ role: 'public_api' })
  it.each([
    ['time until a finished reply is taken', serverLimits.readTimeoutMs, 15_000],
    ['unread bytes of finished replies', serverLimits.maxUnreadBytes, 171_966_464],
    ['requests in progress', overloadLimits.maxInFlight, 256],
    ['lateness of the event loop, in milliseconds', overloadLimits.maxDelayMs, 250],
    ['time of such lateness', overloadLimits.badWindows * overloadLimits.windowMs, 2_000],
    ['a statement (DATABASE_TIMEOUT_MS)', Number(database.DATABASE_TIMEOUT_MS.default), 5_000],
    ['a whole call of A+ (UPSTREAM_TIMEOUT_MS)', Number(upstreamVariables.UPSTREAM_TIMEOUT_MS.default), 5_000],
    ['calls of A+ in flight (UPSTREAM_CONCURRENCY)', Number(upstreamVariables.UPSTREAM_CONCURRENCY.default), 32],
  ])('are as agreed: %s', (_what, limit, figure) => {
    expect(limit).toBe(figure)
  })
})

let server: Server
beforeAll(async () => {
  server = await listen({ host: '127.0.0.1', port: 0, listener: (_request, response) => void response.end() })
})
afterAll(() => void server.close())
