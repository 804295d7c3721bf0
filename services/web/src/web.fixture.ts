import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createLogger, createMetrics, readConfig, startService } from '@course-grading/http-kit'
import { afterAll } from 'vitest'
import { openWeb } from './app.ts'
import { configSchema } from './config/config.ts'
import { readAssets } from './deps/assets.ts'
import { type StandInBoundary, startBoundary } from './stand-in-boundary.fixture.ts'

export const publicOrigin = 'https://web.example'
const session = `cgs_${'a'.repeat(43)}`
/** Of a browser in which user 101 has signed in. */
export const signedInCookie = `__Host-session=${session}.101`

export interface WebRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as a form, from the site's own pages. */
  readonly form?: Readonly<Record<string, string>> | [name: string, value: string][]
  /** Sent as it is. */
  readonly body?: string
  /** Whether the browser holds a session of user 101. */
  readonly signedIn?: boolean
}

/** What a request of a route asks of the boundary. */
export type CallsOfRoute = readonly [route: string, path: string, asked: WebRequest, calls: string[]]

export interface WebReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface TestWeb {
  readonly boundary: StandInBoundary
  readonly port: number
  readonly ask: (path: string, options?: WebRequest) => Promise<WebReply>
  readonly logLines: string[]
  readonly metrics: () => Promise<string>
}

/** A folder that is not there: pages are as they are before the islands are built. */
const noIslands = new URL('none/', import.meta.url)

type Environment = Readonly<Record<string, string>>

/** The web frontend over real sockets, on a stand-in for the boundary, for the tests of a file. */
export async function openTestWeb(islandsFolder = noIslands, env: Environment = {}): Promise<TestWeb> {
  const boundary = await startBoundary()
  const reading = readConfig(configSchema, {
    PORT: '0',
    FRONTEND_INTERNAL_URL: boundary.url,
    PUBLIC_ORIGIN: publicOrigin,
    UPSTREAM_BASE_URL: 'https://plus.example',
    TIME_ZONE: 'Europe/Helsinki',
    ...env,
  })
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  const logLines: string[] = []
  const logger = createLogger({
    service: 'web',
    version: '1',
    level: 'info',
    stream: { write: (line) => void logLines.push(line) },
  })
  const { config } = reading
  const metrics = createMetrics()
  const running = await startService({
    service: 'web',
    version: '1',
    logger,
    metrics,
    config,
    open: () => openWeb({ config, logger, metrics, mustStop: () => {} }, readAssets(islandsFolder)),
  })
  await running.opened
  afterAll(async () => {
    await running.stop({ acceptMs: 0 })
    boundary.close()
  })
  const overloaded = async (): Promise<number> =>
    Number((await metrics.getSingleMetric('http_requests_overloaded_total')?.get())?.values[0]?.value ?? 0)
  /** The tests and the service share one event loop: on a busy machine it is late for both, and the service says so. */
  const ask = async (path: string, options: WebRequest = {}): Promise<WebReply> => {
    const before = await overloaded()
    const reply = await askPort(running.port, path, options)
    if ((await overloaded()) === before) return reply
    await setTimeout(200)
    return await ask(path, options)
  }
  return { boundary, port: running.port, ask, logLines, metrics: () => metrics.metrics() }
}

async function askPort(port: number, path: string, asked: WebRequest): Promise<WebReply> {
  const { method, headers, form, signedIn, body = form && new URLSearchParams(form).toString() } = asked
  const { promise, resolve, reject } = Promise.withResolvers<WebReply>()
  const sending = request(
    {
      port,
      host: '127.0.0.1',
      path,
      method: method ?? (form ? 'POST' : 'GET'),
      agent: false,
      headers: {
        Host: new URL(publicOrigin).host,
        ...(form && { Origin: publicOrigin, 'Content-Type': 'application/x-www-form-urlencoded' }),
        ...(signedIn && { Cookie: signedInCookie }),
        ...headers,
      },
    },
    (reply) => {
      text(reply).then(
        (received) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: received }),
        reject,
      )
    },
  )
  sending.on('error', reject).end(body)
  return await promise
}
