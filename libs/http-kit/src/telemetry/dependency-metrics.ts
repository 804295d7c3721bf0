import type { Metrics } from './metrics.ts'

/** Reported by the database layer; the shape is that of its observer. */
export interface DatabaseMetrics {
  query(name: string, seconds: number, outcome: 'ok' | 'error'): void
  acquire(seconds: number): void
}

export interface PoolState {
  readonly size: number
  readonly idle: number
  readonly waiting: number
}

/** Query times by name (names stand in the source, never in a request) and the time until a connection is free. */
export function createDatabaseMetrics(metrics: Metrics): DatabaseMetrics {
  const queries = metrics.duration({
    name: 'database_query_duration_seconds',
    help: 'Time of a query by its name',
    labels: ['query', 'outcome'],
    buckets: [0.01, 0.1],
    maxCells: 90,
    kept: 'outcome',
  })
  const acquiring = metrics
    .duration({
      name: 'database_acquire_duration_seconds',
      help: 'Time until a database connection was free',
      buckets: [0.001, 0.01, 0.1, 0.5],
    })
    .cell({})
  return {
    query: (name, seconds, outcome) => queries.cell({ query: name, outcome }).observe(seconds),
    acquire: (seconds) => acquiring.observe(seconds),
  }
}

/** `database_pool_connections{state}` from the pool, asked when the metrics are. */
export function watchDatabasePool(metrics: Metrics, state: () => PoolState): void {
  metrics.gaugeBy(
    { name: 'database_pool_connections', help: 'Connections of the pool and callers waiting for one', label: 'state' },
    () => {
      const { size, idle, waiting } = state()
      return { size, idle, waiting }
    },
  )
}

/** `upstream_call_duration_seconds{operation,outcome}`; both labels come from lists in the upstream library. */
export function createUpstreamMetrics(metrics: Metrics): (operation: string, outcome: string, seconds: number) => void {
  const calls = metrics.duration({
    name: 'upstream_call_duration_seconds',
    help: 'Time of a call to the learning platform by operation and outcome',
    labels: ['operation', 'outcome'],
    buckets: [0.05, 0.25, 1, 5],
    maxCells: 40,
    kept: 'outcome',
  })
  return (operation, outcome, seconds) => calls.cell({ operation, outcome }).observe(seconds)
}

/** What a look-up in the token cache came to. */
export type TokenCacheOutcome = 'hit' | 'refused_hit' | 'joined' | 'miss'

/** `token_cache_lookups_total{outcome}`: `joined` waited for another request's look-up of the same token. */
export function createTokenCacheMetrics(metrics: Metrics): (outcome: TokenCacheOutcome) => void {
  const lookups = metrics.counter({
    name: 'token_cache_lookups_total',
    help: 'Look-ups in the token cache by outcome',
    labels: ['outcome'],
  })
  return (outcome) => lookups.cell({ outcome }).add()
}

export interface SessionNumbers {
  readonly liveSessions: number
  readonly deletedSessions: number
}

/** `sessions_active`, and `sessions_deleted` by this process after their time. */
export function watchSessions(metrics: Metrics, numbers: SessionNumbers): void {
  metrics.gauge(
    { name: 'sessions_active', help: 'Live sessions of all replicas, at most a minute ago' },
    () => numbers.liveSessions,
  )
  metrics.gauge(
    { name: 'sessions_deleted', help: 'Expired sessions that this process has deleted' },
    () => numbers.deletedSessions,
  )
}

/** `log_redactions_total`: give it to `createLogger`. Anything above 0 is a defect. */
export function createRedactionCounter(metrics: Metrics): (count: number) => void {
  const redactions = metrics
    .counter({
      name: 'log_redactions_total',
      help: 'Token shapes replaced in log lines; each one is a defect',
    })
    .cell({})
  return (count) => redactions.add(count)
}
