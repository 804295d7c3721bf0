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
  /** Replies to everything but health and metrics. A callback of Koa returns a promise, which never rejects. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Called as soon as the process is to end, while it still replies: begin no new work of your own. */
  drain?(): void
  /** Called when no request is left. It must finish remaining work and close pools. */
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
  /** Milliseconds for headers and body; by default JSON's limit. */
  readonly requestTimeoutMs?: number | undefined
  /** Builds the service. It may wait for the database. Meanwhile the health paths reply, and readiness is `starting`. */
  open(): Promise<OpenedService>
}

interface StopOptions {
  /** How long to go on accepting first, since routing learns late that this replica is ending. */
  readonly acceptMs: number
}

export interface RunningService {
  readonly port: number
  readonly opsPort: number | undefined
  /** Resolves when the service is open; rejects with the error of `open`. */
  readonly opened: Promise<void>
  /** Drains and closes; ends at the end of the grace period at the latest. A second call joins the first. */
  stop(options: StopOptions): Promise<void>
}

const bareUnavailable: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Retry-After': 1, Connection: 'close' }).end()
}

const closeServer = (server: Server | undefined): void => {
  server?.close()
  server?.closeAllConnections()
}

/** Listens, then opens the service; until then, requests other than health get 503. `runService` handles signals and exit. */
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
  const ops =
    config.OPS_PORT === undefined
      ? undefined
      : await listen({ host: config.HOST, port: config.OPS_PORT, listener: health.listener }).catch(
          (error: unknown) => {
            closeServer(main)
            throw error
          },
        )
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
  opened.catch(() => {}) // whoever awaits `opened` handles its error; when a service is stopped before that, nobody awaits it
  return {
    port: portOf(main),
    opsPort: ops && portOf(ops),
    opened,
    stop: (how) => (stopping ??= stop(how)),
  }
}
