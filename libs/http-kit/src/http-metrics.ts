import type { DurationCell, Metrics } from './metrics.ts'
import type { FinishedRequest } from './request-log.ts'

/** The methods that stand in the metrics; any other is `other`. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export interface HttpMetricsOptions {
  /** Names of the operations this service serves: the closed set of the label `operation`; the rest is `unmatched`. */
  readonly operations: readonly string[]
  /** Requests at work now, from the overload gate. */
  readonly inFlight: () => number
}

/**
 * `http_request_duration_seconds{method,operation,status_class}` and the counters beside it, told of each finished
 * request: give it to `createApp` as `observe`.
 */
export function createHttpMetrics(metrics: Metrics, options: HttpMetricsOptions): (request: FinishedRequest) => void {
  const operations = new Set(options.operations)
  const durations = metrics.duration({
    name: 'http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer',
    labels: ['method', 'operation', 'status_class'],
    buckets: [0.05, 0.25, 1, 5],
    maxCells: 140,
  })
  metrics.gauge({ name: 'http_requests_in_flight', help: 'Requests at work now, health excepted' }, options.inFlight)
  const refusedBodies = metrics.counter({
    name: 'http_request_body_limit_refusals_total', help: 'Bodies refused for their size',
  }).cell({})
  const overloads = metrics.counter({
    name: 'http_requests_overloaded_total', help: 'Requests refused because too much was at work',
  }).cell({})
  const cells = new Map<string, DurationCell>()
  const cellOf = (operation: string, method: string, statusClass: number): DurationCell => {
    const key = `${operation} ${method} ${statusClass}`
    const known = cells.get(key)
    if (known) return known
    const cell = durations.cell({ method, operation, status_class: `${statusClass}xx` })
    cells.set(key, cell)
    return cell
  }
  return (request) => {
    const operation = operations.has(request.operation) ? request.operation : 'unmatched'
    const method = knownMethods.has(request.method) ? request.method : 'other'
    cellOf(operation, method, Math.floor(request.status / 100)).observe(request.durationMs / 1000)
    if (request.code === 'payload_too_large') refusedBodies.add()
    if (request.code === 'overloaded') overloads.add()
  }
}
