import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorFacts } from '../telemetry/error-facts.ts'
import type { Logger } from '../telemetry/logger.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** By the names that a service gives its checks: each is `ok`, or a fixed word for a state, never a cause. */
export type Checks = Readonly<Record<string, string>>

interface HealthOptions {
  readonly service: string
  readonly version: string
  readonly metrics: Metrics
  readonly logger: Logger
  /** How long a request waits for the checks (`checkTimeoutMs`), and how long their result is shared (`shareMs`): a second each. */
  readonly checkTimeoutMs?: number
  readonly shareMs?: number
}

/** `unanswered` is shown while `check` takes too long; `check` must end at some time. It is not called again before it has ended. */
export interface Readiness {
  check(): Promise<Checks>
  readonly unanswered: Checks
}

export interface Health {
  /** Replies to requests for `/health/live`, `/health/ready` and `/metrics`. False, and nothing is replied, for any other path. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
  /** For a port of its own: a path that `handle` does not know gets a bare 404. */
  readonly listener: RequestListener
  /** Until this call the service is starting; from then on, readiness calls `check`. */
  started(readiness: Readiness): void
  /** From this call on the service is not ready, for good. */
  draining(): void
}

const paths = new Set(['/health/live', '/health/ready', '/metrics'])

function send(request: IncomingMessage, response: ServerResponse, status: number, type: string, body: string): void {
  const headers: Record<string, string | number> = {
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  if (status === 405) headers['Allow'] = 'GET, HEAD'
  // The body of the request is not read, so the connection cannot be used again.
  if (request.headers['transfer-encoding'] !== undefined || (request.headers['content-length'] ?? '0') !== '0') {
    headers['Connection'] = 'close'
  }
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
}

const sendJson = (request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void =>
  send(request, response, status, 'application/json; charset=utf-8', JSON.stringify(body))

/** Runs the checks once for all who ask at one time or soon after. All join a run that hangs: a hanging database costs one connection. */
class SharedChecks {
  readonly #readiness: Readiness
  readonly #timeoutMs: number
  readonly #shareMs: number
  #running: Promise<Checks> | undefined
  #endedAt = -Infinity

  constructor(readiness: Readiness, { checkTimeoutMs = 1000, shareMs = 1000 }: HealthOptions) {
    this.#readiness = readiness
    this.#timeoutMs = checkTimeoutMs
    this.#shareMs = shareMs
  }

  async result(): Promise<Checks> {
    if (performance.now() - this.#endedAt >= this.#shareMs) this.#running = undefined
    this.#running ??= this.#run()
    const { promise: tooLate, resolve } = Promise.withResolvers<Checks>()
    const timer = setTimeout(() => resolve(this.#readiness.unanswered), this.#timeoutMs)
    const checks = await Promise.race([this.#running, tooLate])
    clearTimeout(timer)
    return checks
  }

  async #run(): Promise<Checks> {
    this.#endedAt = Infinity
    try {
      return await this.#readiness.check()
    } catch {
      return this.#readiness.unanswered
    } finally {
      this.#endedAt = performance.now()
    }
  }
}

/** Liveness checks nothing: it replies as long as the event loop runs. */
export function createHealth(options: HealthOptions): Health {
  let phase: 'starting' | 'started' | 'draining' = 'starting'
  let checks: SharedChecks | undefined

  const ready = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const found = phase === 'started' && checks ? await checks.result() : { process: phase }
    // Draining may have begun while the checks ran.
    const isReady = phase === 'started' && Object.values(found).every((state) => state === 'ok')
    sendJson(request, response, isReady ? 200 : 503, { status: isReady ? 'ready' : 'unavailable', checks: found })
  }

  const metrics = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const text = await options.metrics.metrics()
    send(request, response, 200, options.metrics.contentType, text)
  }

  const respond = async (path: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(request, response, 405, 'text/plain', '')
    if (path === '/health/ready') return await ready(request, response)
    if (path === '/metrics') return await metrics(request, response)
    sendJson(request, response, 200, { status: 'ok', service: options.service, version: options.version })
  }

  const handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (!paths.has(path)) return false
    respond(path, request, response).catch((error: unknown) => {
      options.logger.error('health cannot reply', errorFacts(error))
      response.destroy()
    })
    return true
  }

  return {
    handle,
    listener: (request, response) => {
      if (!handle(request, response)) send(request, response, 404, 'text/plain; charset=utf-8', '')
    },
    started: (readiness) => {
      if (phase === 'starting') phase = 'started'
      checks = new SharedChecks(readiness, options)
    },
    draining: () => {
      phase = 'draining'
    },
  }
}
