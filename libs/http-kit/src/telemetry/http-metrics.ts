import { Counter } from 'prom-client'
import { createTimes, type Metrics, watchValue } from './metrics.ts'

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface HttpMetrics {
  /** An operation that is not in `operations` counts as `unmatched`. */
  finished(operation: string, method: string, status: number, seconds: number): void
  bodyRejected(): void
  overloaded(): void
}

interface HttpMetricsOptions {
  /** The operations of this service: the closed set of the label `operation`. */
  readonly operations: readonly string[]
  readonly inFlight: () => number
}

const slowSeconds = 1

/** Count and time are separate metrics, since buckets by status class would be 2,000 series for 80 operations. */
export function createHttpMetrics(metrics: Metrics, options: HttpMetricsOptions): HttpMetrics {
  const operations = new Set(options.operations)
  const countRequest = createTimes(metrics, {
    name: 'http_request_duration_seconds',
    help: 'Requests by status class; http_operation_duration_seconds has their time',
    labelNames: ['method', 'operation', 'status_class'],
    countAlone: true,
  })
  const observeTime = createTimes(metrics, {
    name: 'http_operation_duration_seconds',
    help: 'Time from the request line to the end of the reply',
    labelNames: ['operation'],
  })
  const slowReplies = new Counter({
    name: 'http_operation_slow_replies_total',
    help: 'Requests that took longer than a second',
    labelNames: ['operation'],
    registers: [metrics],
  })
  watchValue(
    metrics,
    { name: 'http_requests_in_flight', help: 'Requests at work now, health excepted' },
    options.inFlight,
  )
  const rejectedBodies = new Counter({
    name: 'http_request_body_limit_refusals_total',
    help: 'Bodies rejected for their size',
    registers: [metrics],
  })
  // A 502 is the learning platform's fault, which no objective of ours counts.
  const upstreamFailures = new Counter({
    name: 'http_upstream_failed_replies_total',
    help: 'Replies of 502, since the learning platform gave none that is understood',
    registers: [metrics],
  })
  const overloads = new Counter({
    name: 'http_requests_overloaded_total',
    help: 'Requests rejected because too much was at work',
    registers: [metrics],
  })
  return {
    finished: (name, sentMethod, status, seconds) => {
      const operation = operations.has(name) ? name : 'unmatched'
      const method = methodLabel(sentMethod, operation)
      countRequest({ method, operation, status_class: `${Math.floor(status / 100)}xx` }, seconds)
      if (status === 502) upstreamFailures.inc()
      observeTime({ operation }, seconds)
      // Adds 0 for a quick reply, so that the first slow reply is an increase.
      slowReplies.inc({ operation }, seconds > slowSeconds ? 1 : 0)
    },
    bodyRejected: () => rejectedBodies.inc(),
    overloaded: () => overloads.inc(),
  }
}

function methodLabel(method: string, operation: string): string {
  if (method === 'HEAD' && operation !== 'unmatched') return 'GET'
  return knownMethods.has(method) ? method : 'other'
}
