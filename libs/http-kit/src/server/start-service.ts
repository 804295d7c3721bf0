import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { drainable } from './drain-server.ts'
import { createHealth } from './health.ts'
import type { Readiness } from './health.ts'
import { listen, portOf } from './listen.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'

export interface OpenedService {
  readonly readiness: Readiness
  /** Replies to everything but health and metrics. Its promise, as that of Koa's callback, never rejects. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Called as soon as the process is to end, while it still replies: the service begins no new work of its own. */
  drain?(): void
  /** Called when no request is left. Finishes remaining work and closes pools. */
  close(): Promise<void>
}

export interface ServiceOptions {
  readonly service: string
  readonly version: string
  readonly logger: Logger
  readonly metrics: Metrics
  readonly config: {
    readonly HOST: string
    readonly PORT: number
    readonly OPS_PORT: number | undefined
    readonly SHUTDOWN_GRACE_S: number
  }
  readonly requestTimeoutMs?: number | undefined
  /** May wait for the database. Meanwhile the health paths reply, and readiness is `starting`. */
  open(): Promise<OpenedService>
}

interface StopOptions {
  readonly acceptMs: number
}

export interface RunningService {
  readonly port: number
  readonly opsPort: number | undefined
  /** Resolves when the service is open; rejects with the error of `open`. */
  readonly opened: Promise<void>
  /** Drains and closes, at the latest at the end of the grace period. A second call joins the first. */
  stop(options: StopOptions): Promise<void>
}

const bareUnavailable: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Retry-After': 1, Connection: 'close' }).end()
}

const closeServer = (server: Server | undefined): void => {
  server?.close()
  server?.closeAllConnections()
}

async function listenForOps(
  { HOST: host, OPS_PORT: port }: ServiceOptions['config'],
  listener: RequestListener,
): Promise<Server | undefined> {
  return port === undefined ? undefined : await listen({ host, port, listener })
}

/** Listens, then opens the service; until that is open, requests other than health get 503. `runService` handles signals and exit. */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, logger } = options
  const health = createHealth(options)
  let listener: OpenedService['listener'] = bareUnavailable
  let service: OpenedService | undefined
  let stopping: Promise<void> | undefined

  const onMain: RequestListener =
    config.OPS_PORT === undefined
      ? (request, response) => {
          if (!health.handle(request, response)) listener(request, response)
        }
      : (request, response) => void listener(request, response)
  const main = await listen({
    host: config.HOST,
    port: config.PORT,
    listener: onMain,
    requestTimeoutMs: options.requestTimeoutMs,
  })
  const connections = drainable(main)
  const ops = await listenForOps(config, health.listener).catch((error: unknown) => {
    closeServer(main)
    throw error
  })
  logger.info('listening', { host: config.HOST, port: portOf(main), opsPort: ops && portOf(ops) })

  const open = async (): Promise<void> => {
    const openedAt = performance.now()
    const opened = await options.open()
    if (stopping) return await opened.close()
    service = opened
    listener = opened.listener
    health.started(opened.readiness)
    logger.info('open', { durationMs: Math.round(performance.now() - openedAt) })
  }

  const stop = async ({ acceptMs }: StopOptions): Promise<void> => {
    const graceMs = config.SHUTDOWN_GRACE_S * 1000
    const cutAt = performance.now() + graceMs - 1000
    health.draining()
    service?.drain?.()
    const acceptingMs = service ? Math.min(acceptMs, graceMs - 2000) : 0
    if (acceptingMs > 0) await sleep(acceptingMs)
    const cut = setTimeout(() => connections.cut(), Math.max(0, cutAt - performance.now()))
    await connections.drain()
    clearTimeout(cut)
    const over = sleep(Math.max(0, cutAt + 500 - performance.now()), undefined, { ref: false })
    await Promise.race([service?.close(), over])
    closeServer(ops)
  }

  const opened = open()
  opened.catch(() => {}) // nobody awaits `opened` if the service is stopped before, and then its error must not end the process
  return {
    port: portOf(main),
    opsPort: ops && portOf(ops),
    opened,
    stop: (how) => (stopping ??= stop(how)),
  }
}
