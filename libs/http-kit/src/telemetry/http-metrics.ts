import type { Metrics } from './metrics.ts'

/** The methods that the metrics distinguish; any other is `other`. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** 2xx to 5xx: no service replies with 1xx. */
const statusClasses = 4

export interface HttpMetrics {
  /** One finished request. An operation that is not in the list given at the start counts as `unmatched`. */
  finished(operation: string, method: string, status: number, seconds: number): void
  /** A body was rejected for its size. */
  bodyRejected(): void
  /** A request was rejected before anything was read: too many at once, or a late event loop. */
  overloaded(): void
}

export interface HttpMetricsOptions {
  /** Names of the operations that this service serves: the closed set of the label `operation`. Anything else is `unmatched`. */
  readonly operations: readonly string[]
  /** Requests at work now, from the overload gate. */
  readonly inFlight: () => number
}

/**
 * How many requests took how long, in two metrics, since all of it by status class would be 2,000 series for 80 operations:
 * `http_request_duration_seconds_count{method,operation,status_class}` says how many there were, and
 * `http_operation_duration_seconds{operation}` has their time, with the share that took more than a second.
 */
export function createHttpMetrics(metrics: Metrics, options: HttpMetricsOptions): HttpMetrics {
  const operations = new Set(options.operations)
  const requests = metrics.duration({
    name: 'http_request_duration_seconds',
    help: 'Requests by status class; http_operation_duration_seconds has their time',
    labels: ['method', 'operation', 'status_class'],
    countAlone: true,
    maxCells: (operations.size + knownMethods.size + 1) * statusClasses,
  })
  const distribution = metrics.duration({
    name: 'http_operation_duration_seconds',
    help: 'Time from the request line to the end of the reply',
    labels: ['operation'],
    buckets: [1],
    maxCells: operations.size + 1,
  })
  metrics.gauge({ name: 'http_requests_in_flight', help: 'Requests at work now, health excepted' }, options.inFlight)
  const rejectedBodies = metrics
    .counter({
      name: 'http_request_body_limit_refusals_total',
      help: 'Bodies rejected for their size',
    })
    .cell({})
  const overloads = metrics
    .counter({
      name: 'http_requests_overloaded_total',
      help: 'Requests rejected because too much was at work',
    })
    .cell({})
  return {
    finished: (name, sentMethod, status, seconds) => {
      const operation = operations.has(name) ? name : 'unmatched'
      requests
        .cell({
          method: methodLabel(sentMethod, operation),
          operation,
          status_class: `${Math.floor(status / 100)}xx`,
        })
        .observe(seconds)
      distribution.cell({ operation }).observe(seconds)
    },
    bodyRejected: () => rejectedBodies.add(),
    overloaded: () => overloads.add(),
  }
}

/** An operation has one method, but for HEAD, which counts as the GET that it stands for. */
function methodLabel(method: string, operation: string): string {
  if (method === 'HEAD' && operation !== 'unmatched') return 'GET'
  return knownMethods.has(method) ? method : 'other'
}
