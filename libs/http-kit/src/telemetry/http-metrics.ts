import type { Metrics } from './metrics.ts'

/** The methods that stand in the metrics; any other is `other`. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface HttpMetrics {
  /** One finished request. An operation that is not in the list given at the start counts as `unmatched`. */
  finished(operation: string, method: string, status: number, seconds: number): void
  /** A body was refused for its size. */
  bodyRefused(): void
  /** A request was refused before anything was read: too many at once, or a late event loop. */
  overloaded(): void
}

export interface HttpMetricsOptions {
  /** Names of the operations this service serves: the closed set of the label `operation`; the rest is `unmatched`. */
  readonly operations: readonly string[]
  /** Requests at work now, from the overload gate. */
  readonly inFlight: () => number
}

/** `http_request_duration_seconds{method,operation,status_class}` and the counters beside it. */
export function createHttpMetrics(metrics: Metrics, options: HttpMetricsOptions): HttpMetrics {
  const operations = new Set(options.operations)
  const durations = metrics.duration({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labels: ['method', 'operation', 'status_class'],
    buckets: [0.05, 0.25, 1, 5],
    maxCells: 140,
  })
  metrics.gauge({ name: 'http_requests_in_flight', help: 'Requests at work now, health excepted' }, options.inFlight)
  const refusedBodies = metrics
    .counter({
      name: 'http_request_body_limit_refusals_total',
      help: 'Bodies refused for their size',
    })
    .cell({})
  const overloads = metrics
    .counter({
      name: 'http_requests_overloaded_total',
      help: 'Requests refused because too much was at work',
    })
    .cell({})
  return {
    finished: (operation, method, status, seconds) => {
      durations
        .cell({
          method: knownMethods.has(method) ? method : 'other',
          operation: operations.has(operation) ? operation : 'unmatched',
          status_class: `${Math.floor(status / 100)}xx`,
        })
        .observe(seconds)
    },
    bodyRefused: () => refusedBodies.add(),
    overloaded: () => overloads.add(),
  }
}
