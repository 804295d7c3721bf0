import '@course-grading/test-kit/punctual-event-loop'
import { requestLimitMs } from '@course-grading/contracts/operation/limits'
import type { Boundary } from '@course-grading/contracts/operation/operation'
import type { Middleware } from 'koa'
import { createApp } from './create-app.ts'
import type { Handlers } from './handler.ts'
import { internalProblemStyle } from '../reply/internal-problem-style.ts'
import { listen, portOf } from '../server/listen.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { failFaultyReplies } from '../reply/reply-check.ts'
import { serveOperations, type ServeOptions } from './serve-operations.ts'

export interface ServedBoundary {
  readonly port: number
  readonly logLines: readonly string[]
  readonly close: () => void
}

/** A boundary whose operations need no credential, on a port of its own. */
export async function serveBoundary<Served extends Boundary>(
  boundary: Served,
  handlers: Handlers<Served, never, object, null>,
  authorize?: ServeOptions<Served, never, object, null>['authorize'],
  middleware?: Middleware,
): Promise<ServedBoundary> {
  const logLines: string[] = []
  const logger = createLogger({
    service: boundary.name,
    version: 'test',
    level: 'debug',
    stream: { write: (line) => void logLines.push(line) },
  })
  const app = createApp({
    logger,
    metrics: createMetrics(),
    operations: Object.keys(boundary.operations),
    problems: internalProblemStyle(boundary.problems),
  })
  if (middleware) app.use(middleware)
  app.use(
    serveOperations({
      boundary,
      handlers,
      deps: null,
      authenticate: async () => null,
      ...(authorize && { authorize }),
      recordCommits: (work) => work(),
      checkReply: failFaultyReplies,
    }),
  )
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    requestTimeoutMs: requestLimitMs.csv,
    listener: app.callback(),
  })
  return {
    port: portOf(server),
    logLines,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
