import type { RequestListener } from 'node:http'
import { createApp, createHttpMetrics, createOverloadGate } from '@course-grading/http-kit'
import type { Logger, Metrics } from '@course-grading/http-kit'
import { problems } from './problems.ts'

/** The boundary as one request listener. It has no operation yet: every path is `not_found`. */
export function createBoundary(logger: Logger, metrics: Metrics): RequestListener {
  const overload = createOverloadGate()
  const httpMetrics = createHttpMetrics(metrics, { operations: [], inFlight: () => overload.inFlight })
  return createApp({ logger, problems, overload, metrics: httpMetrics })
}
