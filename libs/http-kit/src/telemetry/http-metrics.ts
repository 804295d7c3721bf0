import type { Metrics } from './metrics.ts'

/** The methods that the metrics distinguish; any other is `other`. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** 2xx to 5xx: no service replies with 1xx. */
const statusClasses = 4

export interface HttpMetrics {
  /** An operation that is not in the list given at the start counts as `unmatched`. */
  finished(operation: string, method: string, status: number, seconds: number): void
  bodyRejected(): void
  overloaded(): void
}

interface HttpMetricsOptions {
  /** Names of the operations that this service serves: the closed set of the label `operation`. Anything else is `unmatched`. */
  readonly operations: readonly string[]
  readonly inFlight: () => number
}

const slowSeconds = 1

/** Count and time are three metrics, since buckets by status class would be 2,000 series for 80 operations. */
export function createHttpMetrics(metrics: Metrics, options: HttpMetricsOptions): HttpMetrics {
  const operations = new Set(options.operations)
  const requests = metrics.duration({
    name: 'http_request_duration_seconds',
    help: 'Requests by status class; http_operation_duration_seconds has their time',
    labels: ['method', 'operation', 'status_class'],
    countAlone: true,
    maxCells: (operations.size + knownMethods.size + 1) * statusClasses,
  })
  const times = metrics.duration({
    name: 'http_operation_duration_seconds',
    help: 'Time from the request line to the end of the reply',
    labels: ['operation'],
    maxCells: operations.size + 1,
  })
  const slowReplies = metrics.counter({
    name: 'http_operation_slow_replies_total',
    help: 'Requests that took longer than a second',
    labels: ['operation'],
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
      times.cell({ operation }).observe(seconds)
      // Also 0, so that the first slow reply is an increase.
      slowReplies.cell({ operation }).add(seconds > slowSeconds ? 1 : 0)
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
