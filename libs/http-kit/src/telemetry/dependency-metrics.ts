import { Counter, Histogram } from 'prom-client'
import { createTimes, type Metrics, watchValues } from './metrics.ts'

interface DatabaseMetrics {
  query(name: string, seconds: number, outcome: 'ok' | 'error'): void
  acquire(seconds: number): void
}

interface PoolState {
  readonly size: number
  readonly idle: number
  readonly waiting: number
}

/** Transaction control, and what is not a statement of a feature. */
const otherQueries = ['start', 'commit', 'rollback', 'unnamed']

/** Queries by the name of the statement. `statements`: all names that the process has; any other counts as `unnamed`. */
export function createDatabaseMetrics(metrics: Metrics, statements: ReadonlySet<string>): DatabaseMetrics {
  const observeQuery = createTimes(metrics, {
    name: 'database_query_duration_seconds',
    help: 'Time of a query by its name',
    labelNames: ['query'],
  })
  const errors = new Counter({
    name: 'database_query_errors_total',
    help: 'Queries that failed; the log says where',
    registers: [metrics],
  })
  const acquiring = new Histogram({
    name: 'database_acquire_duration_seconds',
    help: 'Time until a database connection was free',
    buckets: [0.001, 0.01, 0.1, 0.5],
    registers: [metrics],
  })
  return {
    query: (name, seconds, outcome) => {
      const query = statements.has(name) || otherQueries.includes(name) ? name : 'unnamed'
      observeQuery({ query }, seconds)
      if (outcome === 'error') errors.inc()
    },
    acquire: (seconds) => acquiring.observe(seconds),
  }
}

/** `database_pool_connections{state}`, read from the pool when the metrics are requested. */
export function watchDatabasePool(metrics: Metrics, state: () => PoolState): void {
  watchValues(
    metrics,
    { name: 'database_pool_connections', help: 'Connections of the pool and callers waiting for one', label: 'state' },
    () => {
      const { size, idle, waiting } = state()
      return { size, idle, waiting }
    },
  )
}

/** Reported by the upstream library; the shape is that of its observer. */
type UpstreamObserver = (operation: string, outcome: string, seconds: number, reason?: string) => void

/** Labels are from lists of 15, 9 and 20 names. Reasons are counted for all operations together, or they would be 300 series. */
export function createUpstreamMetrics(metrics: Metrics): UpstreamObserver {
  const calls = new Counter({
    name: 'upstream_calls_total',
    help: 'Calls to the learning platform by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers: [metrics],
  })
  const observeCall = createTimes(metrics, {
    name: 'upstream_call_duration_seconds',
    help: 'Time of a call to the learning platform by operation',
    labelNames: ['operation'],
  })
  const failures = new Counter({
    name: 'upstream_failures_total',
    help: 'Calls to the learning platform that failed, by the exact reason',
    labelNames: ['reason'],
    registers: [metrics],
  })
  return (operation, outcome, seconds, reason) => {
    calls.inc({ operation, outcome })
    observeCall({ operation }, seconds)
    if (reason !== undefined) failures.inc({ reason })
  }
}

/** `log_redactions_total`: pass it to `createLogger`. Anything above 0 is a defect. */
export function createRedactionCounter(metrics: Metrics): (count: number) => void {
  const redactions = new Counter({
    name: 'log_redactions_total',
    help: 'Token shapes replaced in log lines; each one is a defect',
    registers: [metrics],
  })
  return (count) => redactions.inc(count)
}
