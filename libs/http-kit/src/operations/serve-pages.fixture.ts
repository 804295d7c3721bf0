import { internalProblems } from '@course-grading/contracts/problems/internal-problems'
import type { Middleware } from 'koa'
import { internalProblemStyle } from '../reply/internal-problem-style.ts'
import { listen, portOf } from '../server/listen.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createApp } from './create-app.ts'

export interface ServedPages {
  readonly port: number
  readonly logLines: readonly string[]
  readonly metrics: () => Promise<string>
  readonly close: () => Promise<void>
}

/** An app that replies to everything with pages, over real sockets. `limitMs` is for a request to arrive. */
export async function servePages(page: Middleware, limitMs?: number): Promise<ServedPages> {
  const logLines: string[] = []
  const metrics = createMetrics()
  const app = createApp({
    logger: createLogger({
      service: 's',
      version: '1',
      level: 'info',
      stream: { write: (line) => logLines.push(line) },
    }),
    metrics,
    problems: internalProblemStyle(internalProblems),
    operations: ['home'],
    headers: (ctx) => ({ 'X-Own': `of ${ctx.path.slice(0, 1)}` }),
    showProblem: (ctx, { code, requestId }) => {
      ctx.body = `<p>${code} ${requestId}</p>`
    },
  })
  app.use(page)
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    ...(limitMs !== undefined && { requestTimeoutMs: limitMs, headersTimeoutMs: limitMs }),
    listener: app.callback(),
  })
  return {
    port: portOf(server),
    logLines,
    metrics: () => metrics.metrics(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
