import type { Metrics } from './metrics.ts'

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
  const maxCells = statements.size + otherQueries.length
  const queries = metrics.duration({
    name: 'database_query_duration_seconds',
    help: 'Time of a query by its name',
    labels: ['query'],
    maxCells,
  })
  const errors = metrics.counter({
    name: 'database_query_errors_total',
    help: 'Queries that failed, by their name',
    labels: ['query'],
    maxCells,
  })
  const acquiring = metrics
    .duration({
      name: 'database_acquire_duration_seconds',
      help: 'Time until a database connection was free',
      buckets: [0.001, 0.01, 0.1, 0.5],
    })
    .cell({})
  return {
    query: (name, seconds, outcome) => {
      const query = statements.has(name) || otherQueries.includes(name) ? name : 'unnamed'
      queries.cell({ query }).observe(seconds)
      if (outcome === 'error') errors.cell({ query }).add()
    },
    acquire: (seconds) => acquiring.observe(seconds),
  }
}

/** `database_pool_connections{state}`, read from the pool when the metrics are requested. */
export function watchDatabasePool(metrics: Metrics, state: () => PoolState): void {
  metrics.gaugeBy(
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
  const calls = metrics.counter({
    name: 'upstream_calls_total',
    help: 'Calls to the learning platform by operation and outcome',
    labels: ['operation', 'outcome'],
    maxCells: 200,
    kept: 'outcome',
  })
  const durations = metrics.duration({
    name: 'upstream_call_duration_seconds',
    help: 'Time of a call to the learning platform by operation',
    labels: ['operation'],
    maxCells: 20,
  })
  const failures = metrics.counter({
    name: 'upstream_failures_total',
    help: 'Calls to the learning platform that failed, by the exact reason',
    labels: ['reason'],
    maxCells: 25,
  })
  return (operation, outcome, seconds, reason) => {
    calls.cell({ operation, outcome }).add()
    durations.cell({ operation }).observe(seconds)
    if (reason !== undefined) failures.cell({ reason }).add()
  }
}

/** `log_redactions_total`: pass it to `createLogger`. Anything above 0 is a defect. */
export function createRedactionCounter(metrics: Metrics): (count: number) => void {
  const redactions = metrics
    .counter({
      name: 'log_redactions_total',
      help: 'Token shapes replaced in log lines; each one is a defect',
    })
    .cell({})
  return (count) => redactions.add(count)
}
